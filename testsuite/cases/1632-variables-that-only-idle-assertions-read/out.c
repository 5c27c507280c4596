/* Assertions that are left out, and macros that make nothing of what they are given, read what a section has set. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef TRACING
#define trace(...) fprintf(stderr, __VA_ARGS__)
#else
#define trace(...)
#endif

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum, calls;

struct take_cs {    /* lock, in.c:20-24 */
	int n;      /* in */
	long left;  /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;
	long left;

	sum -= n;
	left = sum;
	calls += left > 0;
	cs->left = left;
	return 0;
}

static void take(int n)
{
	long left;

	struct take_cs cs = { .n = n };
	rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs));
	left = cs.left;
	(void)left;
	assert(left >= 0);
}

struct put_cs {       /* lock, in.c:30-34 */
	int n;        /* in */
	long before;  /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int n = cs->n;
	long before = sum;
	sum += n;
	calls += before > 0;
	cs->before = before;
	return 0;
}

static void put(int n)
{
	long before;
	struct put_cs cs = { .n = n };
	rcl_exec_anon(&lock, put_cs, &cs, sizeof(cs));
	before = cs.before;
	(void)before;
	trace("put: %ld before\n", before);
}

int main(void)
{
	put(5);
	take(2);
	put(3);
	printf("%ld %ld\n", sum, calls);
	return 0;
}
