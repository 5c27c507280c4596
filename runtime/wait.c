/* SPDX-License-Identifier: MIT */
/*
 * wait.c - how clients and idle servers wait: spin briefly, yield, park late.
 *
 * A wake across processors costs the waker about as much as a hundred
 * sections, so sleeping is the last resort; but where threads outnumber
 * processors, spinning keeps from the processor the one that is waited for.  So
 * who spun in vain spins half as long the next time, and now and then tries the
 * full length again.
 */
#include <errno.h>

#include "arch.h"
#include "internal.h"

enum {
	SPINS = 64,		/* pauses: some round trips between processors */
	LEAST_SPINS = 2,
	PROBE = 32,		/* one wait in so many spins the full length */
	CLIENT_YIELDS = 32,
	SERVER_YIELDS = 64,	/* a server parks later than its clients */
};

static unsigned int spin_limit(const struct rcl_spinner *spinner)
{
	if (rcl_cpu_count() == 1)
		return LEAST_SPINS;
	return spinner->waits % PROBE == 0 ? SPINS : spinner->limit;
}

static void learn(struct rcl_spinner *spinner, bool in_vain)
{
	spinner->waits++;
	spinner->limit = !in_vain ? SPINS :
			 spinner->limit > LEAST_SPINS ? spinner->limit / 2 :
							LEAST_SPINS;
}

static inline bool done(struct rcl_request *request)
{
	/* acquire: pairs with the server's DONE; brings in what the section
	 * wrote, or what the last holder of a leased lock wrote. */
	return (atomic_load_explicit(&request->state, memory_order_acquire) &
		RCL_PHASE) == RCL_DONE;
}

/*
 * Waits until the request is DONE or, with abstime, until that time on
 * CLOCK_REALTIME has passed; returns whether it is done.  Uses no thread-local
 * variable: the section may be running as this thread.
 */
bool rcl_await(struct rcl_thread *self, struct rcl_request *request,
	       const struct timespec *abstime)
{
	unsigned int spins = spin_limit(&self->spinner), state;

	for (unsigned int i = 0; i < spins; i++) {
		if (done(request)) {
			learn(&self->spinner, false);
			return true;
		}
		rcl_pause();
	}
	learn(&self->spinner, true);
	for (unsigned int i = 0; i < CLIENT_YIELDS; i++) {
		rcl_yield();
		if (done(request))
			return true;
	}
	if (self->servicer)
		rcl_hand_over(self->servicer);
	while (!done(request)) {
		/* relaxed: done() looks again before anything is read. */
		state = atomic_load_explicit(&request->state,
					     memory_order_relaxed);
		if ((state & RCL_PHASE) == RCL_DONE)
			continue;
		/* relaxed: only asks for a wake.  Whoever moves the state reads
		 * the flag with the same read-modify-write. */
		if (!(state & RCL_SLEEPING) &&
		    !atomic_compare_exchange_strong_explicit(
			    &request->state, &state, state | RCL_SLEEPING,
			    memory_order_relaxed, memory_order_relaxed))
			continue;
		if (rcl_futex_wait(&request->state, state | RCL_SLEEPING,
				   abstime, CLOCK_REALTIME) == -ETIMEDOUT)
			return done(request);
	}
	return true;
}

/* The step'th time, from 0, that a server finds nothing to do.  Returns false
 * when it is time to park. */
bool rcl_idle(struct rcl_spinner *spinner, unsigned int step)
{
	unsigned int spins = spin_limit(spinner);

	if (step < spins)
		rcl_pause();
	else
		rcl_yield();
	return step < spins + SERVER_YIELDS;
}

/* The server has found something to do after so many idle steps. */
void rcl_idle_over(struct rcl_spinner *spinner, unsigned int steps)
{
	learn(spinner, steps > spin_limit(spinner));
}

/* A small mutex that uses no thread-local storage: 0 free, 1 held, 2 held and
 * somebody may sleep. */
void rcl_guard_lock(_Atomic unsigned int *guard)
{
	unsigned int value = 0;

	/* acquire: pairs with rcl_guard_unlock(), here and below. */
	if (atomic_compare_exchange_strong_explicit(guard, &value, 1,
						    memory_order_acquire,
						    memory_order_relaxed))
		return;
	while (atomic_exchange_explicit(guard, 2, memory_order_acquire) != 0)
		rcl_futex_wait(guard, 2, NULL, CLOCK_MONOTONIC);
}

void rcl_guard_unlock(_Atomic unsigned int *guard)
{
	/* release: what the guard protects is visible to the next holder. */
	if (atomic_exchange_explicit(guard, 0, memory_order_release) == 2)
		rcl_futex_wake(guard, 1);
}
