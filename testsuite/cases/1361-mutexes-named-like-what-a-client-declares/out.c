/* Mutexes of which only a lock function says that they are called cs, way and ctx, as what a client declares. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t cs = RCL_MUTEX_INITIALIZER(cs);
static rcl_mutex_t way = RCL_MUTEX_INITIALIZER(way);
static rcl_mutex_t ctx = RCL_MUTEX_INITIALIZER(ctx);
static long total, taken;

static void lock_ctx_held(long *by)
{
	taken += *by;
}

struct add_cs {    /* cs, in.c:45-48 */
	long n;    /* in */
	long now;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;
	long now;

	total += n;
	now = total;
	cs->now = now;
	return 0;
}

static long add(long n)
{
	long now;

	struct add_cs cs_context = { .n = n };
	rcl_exec_anon(&cs, add_cs, &cs_context, sizeof(cs_context));
	now = cs_context.now;
	return now;
}

struct sub_cs {    /* way, in.c:56-68 */
	long n;    /* in */
	long now;  /* out */
};

static int sub_cs(void *ctx)
{
	struct sub_cs *cs = ctx;
	long n = cs->n;
	long now;

	if (total < n) {
		return 1;
	}
	if (total == n) {
		return 2;
	}
	total -= n;
	now = total;
	cs->now = now;
	return 0;
}

static long sub(long n)
{
	long now;

	struct sub_cs cs = { .n = n };
	switch (rcl_exec_anon(&way, sub_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		puts("none are left");
		return 0;
	}
	now = cs.now;
	return now;
}

struct count_cs {  /* ctx, in.c:74-76 */
	long *n;   /* by reference */
	long *by;  /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	long *n = cs->n;
	long *by = cs->by;

	lock_ctx_held(by);
	*n = taken;
	return 0;
}

static long count(long n)
{
	struct count_cs cs = { .n = &n, .by = &n };
	rcl_exec_anon(&ctx, count_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	for (long n = 1; n < 5; n++)
		printf("%ld %ld %ld\n", add(n), sub(3 * n - 2), count(n));
	return 0;
}
