#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define HOT __attribute__((hot))
#define PURE_ __attribute__((pure, noinline))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int last;

struct set_cs {   /* lock, in.c:14-17 */
	int n;    /* in */
	int was;  /* out */
};

static int set_cs(void *ctx)
{
	struct set_cs *cs = ctx;
	int n = cs->n;
	int was;

	was = last;
	last = n;
	cs->was = was;
	return 0;
}

HOT static int set(int n)
{
	int was;

	struct set_cs cs = { .n = n };
	rcl_exec_anon(&lock, set_cs, &cs, sizeof(cs));
	was = cs.was;
	return was;
}

PURE_ static int twice(int n)
{
	return 2 * n;
}

int main(void)
{
	printf("%d", set(twice(3)));
	printf(" %d\n", set(1));
	return 0;
}
