#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

#ifndef NO_COUNT
/* This comment is about something else. */

struct count_cs {  /* lock, in.c:21-30 */
	int by;    /* in */
	int now;   /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int by = cs->by;
	int now;

	n += by;	/* comment behind */
#ifdef TRACE
	printf("%d\n", n);
#endif
	// a line of its own
	now = n;
	cs->now = now;
	return 0;
}

/**
 * count - counts
 *
 * Its own comment, and what it is declared with, stay with it.
 */
__attribute__((noinline))
static int
count(int by) /* how much */
{
	int now;

	/* from here */
	/* to here */
	struct count_cs cs = { .by = by };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}
#endif

int main(void)
{
	printf("%d\n", count(4));
	return 0;
}
