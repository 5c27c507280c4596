#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>

struct pair {
	int a, b;
};

#define FIELD_OF(p, field) ((p)->field)
#define TRACED(what) printf("%d\n", (what))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct pair all = { 1, 2 };
static int total;

static void raise_by(int *what, int by)
{
	*what += by;
}

struct add_cs {  /* m, in.c:26-36 */
	int *b;  /* by reference */
	int *a;  /* by reference */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int *b = cs->b;
	int *a = cs->a;

	raise_by(b, 3);
	raise_by(a, *b);
#ifdef TRACE
	total += (int)offsetof(struct pair, b);
	total += (int)__builtin_offsetof(struct pair, b) + *b;
	total += FIELD_OF(&all, b) + all.b;
	TRACED(*b);
#endif
	total += *b + all.b;
	return 0;
}

/* The section has its variable by a pointer, of whose name the code that no build compiles names fields. */
static int add(int b)
{
	int a[2] = { 1, 2 };

	struct add_cs cs = { .b = &b, .a = a };
	rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
	return b + a[0];
}

int main(void)
{
	printf("%d\n", add(1));
	printf("%d\n", add(2));
	printf("%d\n", total);
	return 0;
}
