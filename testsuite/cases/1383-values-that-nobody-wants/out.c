/* A variable that a section declares with a value, which what follows the section gives another one first. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared;

struct unwanted_cs {  /* m, in.c:10-13 */
	int n;        /* in */
};

static int unwanted_cs(void *ctx)
{
	struct unwanted_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	return 0;
}

static int unwanted(int n)
{
	int x;
	struct unwanted_cs cs = { .n = n };
	rcl_exec_anon(&m, unwanted_cs, &cs, sizeof(cs));
	x = n + 1;
	return x;
}

struct wanted_cs {  /* m, in.c:20-23 */
	int n;      /* in */
	int x;      /* out */
};

static int wanted_cs(void *ctx)
{
	struct wanted_cs *cs = ctx;
	int n = cs->n;
	int x = shared;
	shared += n;
	cs->x = x;
	return 0;
}

static int wanted(int n)
{
	int x;
	struct wanted_cs cs = { .n = n };
	rcl_exec_anon(&m, wanted_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

int main(void)
{
	int n = unwanted(2);

	printf("%d %d %d\n", n, wanted(3), shared);
	return 0;
}
