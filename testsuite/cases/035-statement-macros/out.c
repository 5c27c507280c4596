#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FIELDS \
	X(gets) \
	X(sets)

struct stats {
	int gets, sets;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct stats stats = { 1, 2 };

struct reset_cs {          /* lock, in.c:19-24 */
	int again;         /* in */
	struct stats old;  /* out */
};

static int reset_cs(void *ctx)
{
	struct reset_cs *cs = ctx;
	int again = cs->again;
	struct stats old;

	old = stats;
#define X(name) stats.name = again;
	FIELDS
#undef X
	cs->old = old;
	return 0;
}

static struct stats reset(int again)
{
	struct stats old;

	struct reset_cs cs = { .again = again };
	rcl_exec_anon(&lock, reset_cs, &cs, sizeof(cs));
	old = cs.old;
	return old;
}

int main(void)
{
	printf("%d", reset(5).sets);
	printf(" %d\n", reset(0).gets);
	return 0;
}
