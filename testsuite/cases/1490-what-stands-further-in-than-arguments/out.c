/* Where lines of a condition stand below each other, what is somewhat further in, and comments, keep to their column. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

enum state { IDLE, WANTED, LEAVING };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t changed = RCL_COND_INITIALIZER;
static enum state state = WANTED;
static int pending, delayed;

struct await_cs {        /* lock, in.c:17-31 */
	enum state now;  /* out */
};

static int await_cs(void *ctx)
{
	struct await_cs *cs = ctx;
	enum state now;

	if (state != WANTED &&
	    state != LEAVING &&
	    /*
	     * Somebody may have asked again
	     * in the meantime.
	     */
	    (pending == 0
	      || delayed) &&
	    /* nor this */
	    !(pending > 5 &&
	      delayed))
		return rcl_wait(&changed, &lock);
	now = state;
	cs->now = now;
	return 0;
}

static enum state await(void)
{
	enum state now;

	for (int round = 0; round < 2; round++) {
		struct await_cs cs;
		rcl_exec_waiting(&lock, await_cs, &cs, sizeof(cs));
		now = cs.now;
	}
	return now;
}

struct far_cs {      /* lock, in.c:40-47 */
	int number;  /* in */
	int found;   /* out */
};

static int far_cs(void *ctx)
{
	struct far_cs *cs = ctx;
	int number = cs->number;
	int found;

	if (state == IDLE &&
	    (number ||
				delayed))	/* stands
						 * where it was */
		return rcl_wait(&changed, &lock);
	found = pending;
	cs->found = found;
	return 0;
}

static int far(int number)
{
	int found;

	struct far_cs cs = { .number = number };
	rcl_exec_waiting(&lock, far_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

int main(void)
{
	printf("%d %d\n", await(), far(0));
	return 0;
}
