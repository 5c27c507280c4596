/* SPDX-License-Identifier: MIT */
/*
 * priority.c - RCL_FIFO: real-time priorities for the library's threads, as in
 * the RCL paper's section 3.1.
 *
 * The kernel preempts a servicing thread for no ordinary thread.  The manager
 * is above it, so that a section that spins does not keep it away; the sentinel
 * is below, so that on the server's processor it runs when no servicing thread
 * does, but before all ordinary threads.  A servicing thread that overstays in
 * a section goes on with an ordinary priority to the section's end: what it waits
 * for may need its processor.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "remote.h"

enum { HIGHEST = 97 };			/* two are above it */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int lowest;			/* the sentinel's, 0 for none; constant
					   after once */
static _Atomic bool refused;		/* set by any thread that is refused */

static void read_environment(void)
{
	const char *text = getenv("RCL_FIFO");
	long value;
	char *end;

	if (!text || !*text)
		return;
	value = strtol(text, &end, 10);
	if (*end || value < 1 || value > HIGHEST)
		rcl_complain("RCL_FIFO is ignored: \"%s\" is not a priority "
			     "from 1 to %d", text, HIGHEST);
	else
		lowest = (int)value;
}

/* Gives the calling thread its rank's priority; returns whether it has one. */
bool rcl_take_priority(enum rcl_rank rank)
{
	struct sched_param param;
	int error;

	pthread_once(&once, read_environment);
	/* relaxed, here and below: a hint. */
	if (!lowest || atomic_load_explicit(&refused, memory_order_relaxed))
		return false;
	memset(&param, 0, sizeof(param));
	param.sched_priority = lowest + (int)rank;
	error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
	if (error &&
	    !atomic_exchange_explicit(&refused, true, memory_order_relaxed))
		rcl_complain("servers have no real-time priority (%s)",
			     strerror(error));
	return !error;
}

/* Takes its priority from a servicing thread, that may have one. */
void rcl_drop_priority(pid_t tid)
{
	const struct sched_param none = { 0 };

	if (lowest)
		sched_setscheduler(tid, SCHED_OTHER, &none);
}
