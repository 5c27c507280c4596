#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, given_up, rounds;

struct add_cs {    /* lock, in.c:11-20 */
	int by;    /* in */
	int turn;  /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;
	int turn = cs->turn;

	for (;;) {
		if (turn++ == 2) {
			cs->turn = turn;
			return 1;
		}
		total += by;
		if (total > 9) {
			cs->turn = turn;
			return 2;
		}
	}
}

static int add(int by)
{
	int turn = 0;

	struct add_cs cs = { .by = by, .turn = turn };
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	turn = cs.turn;

	if (way == 1) {
		/* enough */
	}
	rounds++;
	return turn;
}

static int sign(int x)
{
	if (x < 0)
		return -1;
	return 1;
}

struct take_cs {  /* lock, in.c:36-42 */
	int by;   /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int by = cs->by;

	if (by > total) {
		return 1;
	}
	total -= by;
	return 0;
}

static int take(int by)
{
	struct take_cs cs = { .by = by };
	if (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs)) == 1) {
		given_up++; return -1;
	}
	return sign(by) * by;
}

int main(void)
{
	for (int by = 1; by < 6; by++)
		printf("%d %d\n", add(by), take(2 * by));
	if (given_up)
		printf("%d\n", given_up);
	printf("%d %d\n", total, rounds);
	return 0;
}
