#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t cond = RCL_COND_INITIALIZER;
static int total, ready;

struct count_cs {  /* lock, in.c:12-19 */
	int by;    /* in */
	int now;   /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int by = cs->by;
	int now;

	total += by;
	now = total;
	goto out;
	while (!ready)
		rcl_cond_wait(&cond, &lock);
out:
	cs->now = now;
	return 0;
}

static int count(int by)
{
	int now;

	struct count_cs cs = { .by = by };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	printf("%d %d\n", count(2), count(3) > 0);
	return 0;
}
