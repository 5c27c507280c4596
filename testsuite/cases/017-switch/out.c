#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int state;

struct step_lock_1_cs {  /* lock, in.c:11-13 */
	int by;          /* in */
};

static int step_lock_1_cs(void *ctx)
{
	struct step_lock_1_cs *cs = ctx;
	int by = cs->by;

	state += by;
	return 0;
}

struct step_lock_2_cs {  /* lock, in.c:17-25 */
	int by;          /* in */
};

static int step_lock_2_cs(void *ctx)
{
	struct step_lock_2_cs *cs = ctx;
	int by = cs->by;

	switch (state) {
	case 5:
		state = by;
		break;
	default:
		state = 0;
	}
	return 0;
}

static int step(int command, int by)
{
	switch (command) {
	case 0:
		{
			struct step_lock_1_cs cs = { .by = by };
			rcl_exec_anon(&lock, step_lock_1_cs, &cs, sizeof(cs));
		}
		break;
	case 1:
		by *= 2;
		struct step_lock_2_cs lock_2_cs = { .by = by };
		rcl_exec_anon(&lock, step_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
		break;
	default:
		return -1;
	}
	return state;
}

int main(void)
{
	printf("%d", step(0, 5));
	printf(" %d", step(1, 8));
	printf(" %d", step(1, 8));
	printf(" %d\n", step(2, 8));
	return 0;
}
