#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t all = RCL_COND_INITIALIZER;
static int waiting, rounds, total;

struct meet_lock_1_cs {  /* lock, in.c:17-26 */
	int threads;     /* in */
	int round;       /* kept */
	int at;          /* where it goes on */
};

static int meet_lock_1_cs(void *ctx)
{
	struct meet_lock_1_cs *cs = ctx;
	int threads = cs->threads;
	int round = cs->round;

	if (cs->at == 1)
		goto at_1;

	round = rounds;
	if (++waiting == threads) {
		waiting = 0;
		rounds++;
		rcl_cond_broadcast(&all);
	}
	while (round == rounds) {
		cs->round = round;
		cs->at = 1;
		return rcl_wait(&all, &lock);
		at_1: ;
	}
	return 0;
}

struct meet_lock_2_cs {  /* lock, in.c:32-34 */
	int round;       /* in */
};

static int meet_lock_2_cs(void *ctx)
{
	struct meet_lock_2_cs *cs = ctx;
	int round = cs->round;

	total += round;
	return 0;
}

/* Macros that declare a variable of their own make blocks like these; others of the function may have its name. */
static int meet(int threads, int times)
{
	int sum = 0;

	for (int round = 0; round < times; round++) {
		{
			struct meet_lock_1_cs cs = { .threads = threads, .at = 0 };
			rcl_exec_waiting(&lock, meet_lock_1_cs, &cs, sizeof(cs));
		}
		sum += round;
		{
			int round = 2 * sum;

			struct meet_lock_2_cs cs = { .round = round };
			rcl_exec_anon(&lock, meet_lock_2_cs, &cs, sizeof(cs));
			if (round > 1000)
				return round;
		}
	}
	return sum;
}

int main(void)
{
	int sum = meet(1, 4);

	printf("%d %d %d\n", sum, rounds, total);
	return 0;
}
