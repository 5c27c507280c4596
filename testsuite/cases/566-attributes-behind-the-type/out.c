#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define ATTR_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))
#define ATTR_PURE() __attribute__((pure))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int last;

struct set_to_cs {         /* lock, in.c:18-21 */
	const int *value;  /* in */
	int was;           /* out */
};

static int set_to_cs(void *ctx)
{
	struct set_to_cs *cs = ctx;
	const int *value = cs->value;
	int was;

	was = last;
	last = *value;
	cs->was = was;
	return 0;
}

/*
**********************************************************************
*/
static int ATTR_NONNULL(1)
set_to(const int *value)
{
	int was;

	struct set_to_cs cs = { .value = value };
	rcl_exec_anon(&lock, set_to_cs, &cs, sizeof(cs));
	was = cs.was;
	return was;
}

struct give_cs {  /* lock, in.c:27-29 */
	int *to;  /* in */
};

static int give_cs(void *ctx)
{
	struct give_cs *cs = ctx;
	int *to = cs->to;

	*to = last;
	return 0;
}

static const int * ATTR_NONNULL() give(int *to)
{
	struct give_cs cs = { .to = to };
	rcl_exec_anon(&lock, give_cs, &cs, sizeof(cs));
	return to;
}

static int ATTR_PURE() twice(int n)
{
	return 2 * n;
}

int main(void)
{
	int seven = 7, got;

	printf("%d", set_to(&seven));
	printf(" %d %d\n", *give(&got), twice(got));
	return 0;
}
