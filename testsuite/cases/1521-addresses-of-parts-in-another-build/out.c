/*
 * In a branch that is not compiled, the & before a variable that the section
 * has a pointer to may be that of a part of it.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FEATURE 1

struct pair {
	int a, b;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

static void grow(int *n)
{
	++*n;
}

static void swap(struct pair *p)
{
	*p = (struct pair){p->b, p->a};
}

struct add_cs {             /* lock, in.c:31-39 */
	struct pair *pair;  /* by reference */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct pair *pair = cs->pair;

#if FEATURE
	swap(pair);
#else
	swap(pair);
	grow(&pair->a);
#endif
	sum += pair->a;
	return 0;
}

static int add(int by)
{
	struct pair pair = {by, 1};

	struct add_cs cs = { .pair = &pair };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	swap(&pair);
	return pair.a;
}

int main(void)
{
	printf("%d\n", add(3));
	printf("%ld\n", sum);
	return 0;
}
