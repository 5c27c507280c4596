/* SPDX-License-Identifier: MIT */
/*
 * wait.c - how clients and idle servers wait: spin briefly, yield, park late.
 *
 * A wake across processors costs the waker about as much as a hundred
 * sections, so sleeping is the last resort; but where threads outnumber
 * processors, spinning keeps from the processor the one that is waited for.  So
 * who spun in vain spins half as long the next time, and now and then tries the
 * full length again.
 *
 * A yield may give a busy stranger its whole slice, milliseconds.  A client that
 * meets one after each section finds its server parked every time, and yields
 * again before the server is awake; a server that meets one between two looks is
 * as slow.  So who has woken a server waits for the wake without a yield, and a
 * server whose yield was dear parks at once for a while: a thread that is woken
 * gets the processor sooner than one that has given it away.
 */
#include <errno.h>

#include "arch.h"
#include "remote.h"

enum {
	SPINS = 64,		/* pauses: some round trips between processors */
	LEAST_SPINS = 2,
	PATIENT_SPINS = 256,	/* of those who never sleep */
	LOOK_TURNS = 64,	/* theirs, from one look at the time to the next */
	PROBE = 32,		/* one wait in so many spins the full length */
	MOST_PATIENCE = 32,	/* pauses before the first look */
	HURRY = 4,		/* one wait in so many tries with one less */
	CLIENT_YIELDS = 32,
	SERVER_YIELDS = 64,	/* a server parks later than its clients */
	DEAR_YIELD_NS = 500000,	/* more than threads that yield in turn need */
	WITHOUT_YIELDS = 64,	/* parks, after a dear one */
	WAKING_NS = 50000,	/* what an idle processor may need to wake up */
	WAKING_TURNS = 16,	/* from one look at the time to the next */
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

/*
 * The look came first after so many pauses.  A look takes the line from whoever
 * is about to write it, who has to fetch it back: it should come when there is
 * something to be seen, and rather a little later.
 */
static void be_patient(struct rcl_spinner *spinner, unsigned int pauses)
{
	if (pauses > spinner->patience) {
		if (spinner->patience < MOST_PATIENCE)
			spinner->patience++;
	} else if (spinner->patience > 0 && spinner->waits % HURRY == 0) {
		spinner->patience--;
	}
}

static inline bool done(_Atomic unsigned int *state)
{
	/* acquire: pairs with whoever makes it DONE; brings in what the section
	 * wrote, or what the last holder of a leased lock wrote. */
	return (atomic_load_explicit(state, memory_order_acquire) &
		RCL_PHASE) == RCL_DONE;
}

/* As rcl_await(), for those who have looked in vain for long enough. */
bool rcl_sleep(struct rcl_thread *self, _Atomic unsigned int *state,
	       const struct timespec *abstime)
{
	unsigned int value;

	if (self->servicer)
		rcl_hand_over(self->servicer);
	while (!done(state)) {
		/* relaxed: done() looks again before anything is read. */
		value = atomic_load_explicit(state, memory_order_relaxed);
		if ((value & RCL_PHASE) == RCL_DONE)
			continue;
		/* relaxed: only asks for a wake.  Whoever moves the state reads
		 * the flag with the same read-modify-write. */
		if (!(value & RCL_SLEEPING) &&
		    !atomic_compare_exchange_strong_explicit(
			    state, &value, value | RCL_SLEEPING,
			    memory_order_relaxed, memory_order_relaxed))
			continue;
		if (!abstime)
			rcl_long_wait(self, state, value | RCL_SLEEPING);
		else if (rcl_futex_wait(state, value | RCL_SLEEPING, abstime,
					CLOCK_REALTIME) == -ETIMEDOUT)
			return done(state);
	}
	rcl_wait_over(self);
	return true;
}

/* Spins so often at most until the state is DONE; returns whether it is. */
static bool spin_until_done(struct rcl_thread *self,
			    _Atomic unsigned int *state, unsigned int spins)
{
	unsigned int patience = self->spinner.patience, i;

	for (i = 0; i < patience && i < spins / 2; i++)
		rcl_pause();
	for (; i < spins; i++) {
		if (done(state)) {
			be_patient(&self->spinner, i);
			learn(&self->spinner, false);
			return true;
		}
		rcl_pause();
	}
	learn(&self->spinner, true);
	return false;
}

/* As rcl_await(), but for as long at most as a server needs that has been woken. */
void rcl_await_waking(_Atomic unsigned int *state)
{
	uint64_t end = rcl_now() + WAKING_NS;

	for (unsigned int i = 1; rcl_cpu_count() > 1 && !done(state); i++) {
		rcl_pause();
		if (i % WAKING_TURNS == 0 && rcl_now() > end)
			break;
	}
}

/* As rcl_await(), but for some round trips at most. */
bool rcl_await_briefly(struct rcl_thread *self, _Atomic unsigned int *state)
{
	return spin_until_done(self, state,
			       rcl_cpu_count() == 1 ? LEAST_SPINS : SPINS);
}

/*
 * Waits until the state of a request or a node is DONE or, with abstime, until
 * that time on CLOCK_REALTIME has passed; returns whether it is done.  Whoever
 * makes it DONE must do so by an exchange, and wake the word when that returns
 * SLEEPING.  Uses no thread-local variable: the section may be running as this
 * thread.
 */
bool rcl_await(struct rcl_thread *self, _Atomic unsigned int *state,
	       const struct timespec *abstime)
{
	if (spin_until_done(self, state, spin_limit(&self->spinner)))
		return true;
	for (int i = 0; i < CLIENT_YIELDS; i++) {
		rcl_yield();
		if (done(state))
			return true;
	}
	return rcl_sleep(self, state, abstime);
}

/* Nanoseconds on CLOCK_MONOTONIC.  Uses no thread-local variable. */
uint64_t rcl_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Whether abstime on CLOCK_REALTIME has passed.  Uses no thread-local variable:
 * a call with these arguments cannot fail. */
bool rcl_passed(const struct timespec *abstime)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec > abstime->tv_sec ||
	       (now.tv_sec == abstime->tv_sec &&
		now.tv_nsec >= abstime->tv_nsec);
}

/* Waits for a moment, for those who never sleep: a pause in the first turns,
 * from 0, and a yield later.  Returns whether there is time left until abstime
 * (NULL: always). */
bool rcl_spin(unsigned int *turns, const struct timespec *abstime)
{
	if ((*turns)++ < (rcl_cpu_count() == 1 ? LEAST_SPINS : PATIENT_SPINS))
		rcl_pause();
	else
		rcl_yield();
	return !abstime || !rcl_passed(abstime);
}

/* The same for a thread that waits for a mutex. */
bool rcl_spin_for(struct rcl_thread *self, unsigned int *turns,
		  const struct timespec *abstime)
{
	bool left = rcl_spin(turns, abstime);

	if (!abstime && *turns > PATIENT_SPINS && *turns % LOOK_TURNS == 0)
		rcl_long_spin(self);
	return left;
}

/* Whether a server that has found nothing to do so many times in a row still
 * spins. */
bool rcl_spins(const struct rcl_spinner *spinner, unsigned int step)
{
	return step < spin_limit(spinner);
}

/* A server's yield; returns whether it was dear: on one processor its clients can
 * have had it. */
static bool yield_dearly(struct rcl_spinner *spinner)
{
	uint64_t start = rcl_now();

	rcl_yield();
	if (rcl_cpu_count() == 1 || rcl_now() - start < DEAR_YIELD_NS)
		return false;
	spinner->without_yields = WITHOUT_YIELDS;
	return true;
}

/* The step'th time, from 0, that a server finds nothing to do.  Returns false
 * when it is time to park. */
bool rcl_idle(struct rcl_spinner *spinner, unsigned int step)
{
	unsigned int spins = spin_limit(spinner);

	if (step < spins) {
		rcl_pause();
		return true;
	}
	if (spinner->without_yields > 0) {
		spinner->without_yields--;
		return false;
	}
	return !yield_dearly(spinner) && step < spins + SERVER_YIELDS;
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
