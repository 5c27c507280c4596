/* Which argument of a macro is written out, counted past the commas in others; and macros that hand it on. Each section
   has the variable by its address; what is written out must stay its name. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define SHOW(a, b, c) printf("%d %s %d\n", (a), #b, (c))
#define SHOW_LAST(a, b) printf("%d %s\n", (a), #b)
#define ON(x) SHOW(0, x, 0)
#define TWICE(x) SHOW_LAST(x, x)
#define ALL(...) printf("%s\n", #__VA_ARGS__)
#define REST(first, rest...) printf("%d %s\n", (first), #rest)
#define PLAIN(a, b) printf("%d %d\n", (a), (b))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int sum;

static int most(int a, int b)
{
	return a > b ? a : b;
}

static void up(int *n)
{
	++*n;
}

struct second_cs {  /* m, in.c:30-34 */
	int *n;     /* by reference */
};

static int second_cs(void *ctx)
{
	struct second_cs *cs = ctx;
	int *n = cs->n;

	up(n);
	SHOW(most(1, 2), n, 3);
	sum += *n;
	return 0;
}

static void second(int n)
{
	up(&n);
	struct second_cs cs = { .n = &n };
	rcl_exec(&m, second_cs, &cs, sizeof(cs));
	printf("%d\n", n);
}

struct first_cs {  /* m, in.c:41-45 */
	int *n;    /* by reference */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	int *n = cs->n;

	up(n);
	SHOW(most(*n, 2), sum, most(3, *n));
	sum += *n;
	return 0;
}

static void first(int n)
{
	up(&n);
	struct first_cs cs = { .n = &n };
	rcl_exec(&m, first_cs, &cs, sizeof(cs));
	printf("%d\n", n);
}

struct handed_on_cs {  /* m, in.c:52-56 */
	int *n;        /* by reference */
};

static int handed_on_cs(void *ctx)
{
	struct handed_on_cs *cs = ctx;
	int *n = cs->n;

	up(n);
	ON(n);
	sum += *n;
	return 0;
}

static void handed_on(int n)
{
	up(&n);
	struct handed_on_cs cs = { .n = &n };
	rcl_exec(&m, handed_on_cs, &cs, sizeof(cs));
	printf("%d\n", n);
}

struct handed_on_twice_cs {  /* m, in.c:63-64 */
	int *n;              /* by reference */
};

static int handed_on_twice_cs(void *ctx)
{
	struct handed_on_twice_cs *cs = ctx;
	int *n = cs->n;

	up(n);
	return RCL_KEEP;
}

static void handed_on_twice(int n)
{
	up(&n);
	struct handed_on_twice_cs cs = { .n = &n };
	rcl_exec_anon(&m, handed_on_twice_cs, &cs, sizeof(cs));
	TWICE(n);
	sum += n;
	rcl_unlock(&m);
	printf("%d\n", n);
}

struct all_cs {  /* m, in.c:74-78 */
	int *n;  /* by reference */
};

static int all_cs(void *ctx)
{
	struct all_cs *cs = ctx;
	int *n = cs->n;

	up(n);
	ALL(1, n);
	sum += *n;
	return 0;
}

static void all(int n)
{
	up(&n);
	struct all_cs cs = { .n = &n };
	rcl_exec(&m, all_cs, &cs, sizeof(cs));
	printf("%d\n", n);
}

struct rest_cs {  /* m, in.c:85-89 */
	int *n;   /* by reference */
};

static int rest_cs(void *ctx)
{
	struct rest_cs *cs = ctx;
	int *n = cs->n;

	up(n);
	REST(*n, n + 1, n);
	sum += *n;
	return 0;
}

static void rest(int n)
{
	up(&n);
	struct rest_cs cs = { .n = &n };
	rcl_exec(&m, rest_cs, &cs, sizeof(cs));
	printf("%d\n", n);
}

struct plain_cs {  /* m, in.c:96-100 */
	int *n;    /* by reference */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int *n = cs->n;

	up(n);
	PLAIN(most(*n, 1), *n);
	sum += *n;
	return 0;
}

static void plain(int n)
{
	up(&n);
	struct plain_cs cs = { .n = &n };
	rcl_exec(&m, plain_cs, &cs, sizeof(cs));
	printf("%d\n", n);
}

int main(void)
{
	second(1);
	first(2);
	handed_on(3);
	handed_on_twice(4);
	all(5);
	rest(6);
	plain(7);
	printf("%d\n", sum);
	return 0;
}
