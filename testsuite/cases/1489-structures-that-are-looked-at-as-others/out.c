/* A pointer to a mutex has no type in the structure that others begin with: both are of one class. */
#include <pthread.h>
#include "rcl_config.h"

struct base {
	int kind;
	void *guard;
};

struct counter {
	int kind;
	rcl_mutex_t *guard;
	long count;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

void guarded_by(struct base *base)
{
	base->guard = &lock;
}

struct counted_cs {               /* counter->guard, in.c:28-30 */
	struct counter *counter;  /* in */
	long n;                   /* out */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	struct counter *counter = cs->counter;
	long n;

	n = ++counter->count;
	cs->n = n;
	return 0;
}

long counted(struct base *base)
{
	struct counter *counter = (struct counter *)base;
	long n;

	struct counted_cs cs = { .counter = counter };
	rcl_exec_anon(counter->guard, counted_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct add_cs {   /* lock, in.c:36-38 */
	long by;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long by = cs->by;

	sum += by;
	return 0;
}

void add(long by)
{
	struct add_cs cs = { .by = by };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}
