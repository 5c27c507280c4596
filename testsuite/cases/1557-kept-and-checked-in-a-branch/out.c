/*
 * Locks that are taken or released in a branch alone, with a variable that
 * keeps what the call gives, to be looked at there and nowhere else.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int threaded = 1;
static int total;

struct added_cs {  /* lock, in.c:17-23 */
	int n;     /* in */
};

static int added_cs(void *ctx)
{
	struct added_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int added(int n)
{
	int error;

	struct added_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, added_cs, &cs, sizeof(cs)) : added_cs(&cs);

	if ((error = way < 0 ? -way : 0) != 0)
		return error;
	return 0;
}

struct checked_cs {  /* lock, in.c:31-39 */
	int n;       /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int checked(int n)
{
	int error;

	struct checked_cs cs = { .n = n };
	if (threaded)
		rcl_exec_anon(&lock, checked_cs, &cs, sizeof(cs));
	else
		checked_cs(&cs);
	error = n * 2;
	return error;
}

/* What the variable had before is asked for, if there are no threads. */
static int had_before(int n)
{
	int error = n;

	if (threaded) {
		if ((error = rcl_lock(&lock)) != 0)
			return -error;
	}
	total += n;
	if (threaded)
		rcl_unlock(&lock);
	return error;
}

/* Another build would ask for it. */
static int asked_there(int n)
{
	int error = n;

	if (threaded) {
		if ((error = rcl_lock(&lock)) != 0)
			return -error;
	}
	total += n;
	if (threaded)
		rcl_unlock(&lock);
#ifdef TOLD
	printf("%d\n", error);
#endif
	return n;
}

int main(void)
{
	printf("%d ", asked_there(8));
	printf("%d %d %d", added(4), checked(5), had_before(7));
	threaded = 0;
	printf(" %d %d %d %d\n", added(4), checked(5), had_before(7), total);
	return 0;
}
