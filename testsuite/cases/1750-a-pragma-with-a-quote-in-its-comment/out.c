#include <pthread.h>
#include "rcl_config.h"

#pragma GCC diagnostic push /* what doesn't count here */
#pragma GCC diagnostic ignored "-Wpedantic" /* it isn't "C" */
struct counter {
	rcl_mutex_t lock;
	long value;
};
#pragma GCC diagnostic pop /* that's all */

static struct counter all = { RCL_MUTEX_INITIALIZER(counter_lock), 0 };

struct count_cs {  /* all.lock, in.c:17-20 */
	long n;    /* in */
	long now;  /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	long n = cs->n;
	long now;

	all.value += n;
	now = all.value;
	cs->now = now;
	return 0;
}

long count(long n)
{
	long now;

	struct count_cs cs = { .n = n };
	rcl_exec_anon(&all.lock, count_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

/* all.lock, in.c:29-31 */
static int clear_cs(void *ctx)
{
	all.value = 0;
	return 0;
}

void clear(void)
{
	/* it isn't much */
#pragma GCC unroll 2 /* won't help */
	for (int i = 0; i < 2; i++) {
		rcl_exec_anon(&all.lock, clear_cs, NULL, 0);
	}
}
