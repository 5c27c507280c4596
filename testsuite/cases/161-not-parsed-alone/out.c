/* spatch expands all macros of a function that it cannot parse, which is then shown without what the rule is not about */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) do { if ((call) != 0) abort(); } while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static int set(int *to, int value)
{
	*to = value;
	return 0;
}

struct strange_cs {  /* lock, in.c:21-24 */
	int by;      /* in */
	int *now;    /* by reference */
};

static int strange_cs(void *ctx)
{
	struct strange_cs *cs = ctx;
	int by = cs->by;
	int *now = cs->now;

	CHECK(set(now, total + by));
	total = *now;
	return 0;
}

static int strange(int by)
{
	int now = 1;
	_Generic(by, int: (void)0, default: (void)1);
	struct strange_cs cs = { .by = by, .now = &now };
	rcl_exec_anon(&lock, strange_cs, &cs, sizeof(cs));
	return now;
}

struct plain_cs {  /* lock, in.c:32-35 */
	int by;    /* in */
	int now;   /* out */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int by = cs->by;
	int now;

	total += by;
	now = total;
	cs->now = now;
	return 0;
}

static int plain(int by)
{
	int now;

	struct plain_cs cs = { .by = by };
	rcl_exec_anon(&lock, plain_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	printf("%d %d\n", strange(1), plain(2));
	return 0;
}
