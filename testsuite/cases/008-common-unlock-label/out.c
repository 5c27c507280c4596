#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int limit = 3, used;

struct reserve_cs {  /* lock, in.c:11-19 */
	int count;   /* in */
	int result;  /* in-out */
};

static int reserve_cs(void *ctx)
{
	struct reserve_cs *cs = ctx;
	int count = cs->count;
	int result = cs->result;

	if (count < 0)
		goto unlock;
	if (used + count > limit)
		goto unlock;
	used += count;
	result = used;
unlock:
	cs->result = result;
	return 0;
}

static int reserve(int count)
{
	int result = -1;

	struct reserve_cs cs = { .count = count, .result = result };
	rcl_exec_anon(&lock, reserve_cs, &cs, sizeof(cs));
	result = cs.result;
	return result;
}

int main(void)
{
	printf("%d", reserve(2));
	printf(" %d", reserve(2));
	printf(" %d\n", reserve(-1));
	return 0;
}
