/*
 * A variable without a value before the section, which sets it first, and
 * whose name is spelled by a macro alone: there is no pointer to it that the
 * section could use, and nothing that it could be handed.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define VAR(name) name##_var

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

struct added_cs {   /* lock, in.c:20-29 */
	int by;     /* in */
	int turns;  /* in-out */
};

static int added_cs(void *ctx)
{
	struct added_cs *cs = ctx;
	int by = cs->by;
	long next_var;
	int turns = cs->turns;

	VAR(next) = 5;
	sum += by;
	if (turns++ < 1) {
		cs->turns = turns;
		return 1;
	}
	VAR(next) ^= 8;
	sum += VAR(next);
	cs->turns = turns;
	return 0;
}

static int added(int by)
{
	long VAR(next);
	int turns = 0;

again:
	{
		struct added_cs cs = { .by = by, .turns = turns };
		if (rcl_exec_anon(&lock, added_cs, &cs, sizeof(cs)) == 1) {
			turns = cs.turns;
			goto again;
		}
		turns = cs.turns;
	}
	VAR(next) = 7;
	return turns;
}

int main(void)
{
	printf("%d\n", added(3));
	printf("%ld\n", sum);
	return 0;
}
