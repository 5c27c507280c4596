/* Types that are declared with a function's variable, and have a name: they are declared before it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define SIZE 2

struct known {
	int a;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

typedef union word {
	short all;
	char parts[SIZE];
} order_u_type;

/* m, in.c:21-24 */
static int order_cs(void *ctx)
{
	order_u_type u;

	u.all = 1;
	total += u.parts[0] + u.parts[1];
	return 0;
}

static int order(void)
{
	rcl_exec_anon(&m, order_cs, NULL, 0);
	return (int)sizeof(union word);
}

typedef struct pair { int a, b; struct pair *next; } pairs_one_type;

struct pairs_cs {             /* m, in.c:34-38 */
	pairs_one_type *one;  /* by reference */
	pairs_one_type *two;  /* in */
	int n;                /* out */
};

static int pairs_cs(void *ctx)
{
	struct pairs_cs *cs = ctx;
	pairs_one_type *one = cs->one;
	pairs_one_type *two = cs->two;
	int n;

	one->a += total;
	n = one->a + two->b;
	total += n;
	cs->n = n;
	return 0;
}

static int pairs(int k)
{
	pairs_one_type one = { k, 2, NULL }, *two = &one;
	struct pair three = { 1, 1, NULL };
	int n;

	struct pairs_cs cs = { .one = &one, .two = two };
	rcl_exec_anon(&m, pairs_cs, &cs, sizeof(cs));
	n = cs.n;
	three.a += one.a;
	return n + three.a;
}

/* this one has another one's name */
static int same(int k)
{
	struct known { int b, c; } one = { k, 2 };

	rcl_lock(&m);
	one.b += total;
	total++;
	rcl_unlock(&m);
	return one.b;
}

/* and this one's size is another one before the function */
static int sized(int k)
{
#undef SIZE
#define SIZE 8
	struct row { char all[SIZE]; } row = { { 0 } };

	rcl_lock(&m);
	row.all[SIZE - 1] = total > k;
	total++;
	rcl_unlock(&m);
	return row.all[SIZE - 1] + (int)sizeof(row);
}

/* the type of its variable is declared apart from it */
static int apart(int k)
{
	struct item { int n; };
	struct item item = { k };

	rcl_lock(&m);
	item.n += total;
	rcl_unlock(&m);
	return item.n;
}

int main(void)
{
	struct known x = { 3 };

	printf("%d ", order());
	printf("%d ", pairs(2));
	printf("%d ", same(x.a));
	printf("%d ", sized(1));
	printf("%d ", apart(1));
	printf("%d\n", total);
	return 0;
}
