/* -Wjump-misses-init: no jump leads past the initialisation of a variable that it can see afterwards. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, rounds;

struct add_cs {      /* lock, in.c:15-18 */
	int by;      /* in */
	int before;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;
	int before;

	before = total;
	total += by;
	cs->before = before;
	return 0;
}

static int add(int by)
{
	int before = -1;

	if (by < 0)
		goto out;
	{
		struct add_cs cs = { .by = by };
		rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
		before = cs.before;
	}
	printf("added %d\n", by);
out:
	return before;
}

struct act_lock_1_cs {  /* lock, in.c:29-31 */
	int by;         /* in */
};

static int act_lock_1_cs(void *ctx)
{
	struct act_lock_1_cs *cs = ctx;
	int by = cs->by;

	total += by;
	return 0;
}

struct act_lock_2_cs {  /* lock, in.c:36-38 */
	int by;         /* in */
};

static int act_lock_2_cs(void *ctx)
{
	struct act_lock_2_cs *cs = ctx;
	int by = cs->by;

	total -= by;
	return 0;
}

static void act(int what, int by)
{
	switch (what) {
	case 0:
		by *= 2;
		{
			struct act_lock_1_cs cs = { .by = by };
			rcl_exec_anon(&lock, act_lock_1_cs, &cs, sizeof(cs));
		}
		break;
	case 1:
		if (by) {
			rounds = by;
			struct act_lock_2_cs lock_2_cs = { .by = by };
			rcl_exec_anon(&lock, act_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
		}
		break;
	default:
		printf("nothing\n");
	}
}

struct again_cs {  /* lock, in.c:52-54 */
	int by;    /* in */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int by = cs->by;

	total += by ? by : rounds;
	return 0;
}

static int again(int by)
{
	int left;

retry:
	left = by > 1;
	struct again_cs cs = { .by = by };
	rcl_exec_anon(&lock, again_cs, &cs, sizeof(cs));
	if (left) {
		by--;
		goto retry;
	}
	return by ? by : left;
}

int main(void)
{
	printf("%d %d\n", add(4), add(-1));
	for (int i = 0; i < 3; i++)
		act(i, i + 1);
	printf("%d %d\n", again(3), total);
	return 0;
}
