/* SPDX-License-Identifier: MIT */
/*
 * cond.c - condition variables.
 *
 * With mutexes that are pthread mutexes underneath, the wait is pthread's own.
 * With all others, waiters queue up in the condition variable and each sleeps
 * on a word of its own, so that they are woken in order and a wake never meets
 * the wrong one.  A signal goes to whichever of the two has been waited on.
 *
 * A section that asks to wait queues its caller up while it holds the mutex, so
 * that no signal is missed, and returns; rcl_wait_as_asked() is the caller's
 * part.  Where the section cannot give the mutex back by returning (its kind
 * has waits of its own, or the caller holds it further out as well), it keeps it
 * instead, and the caller waits with it.
 *
 * Who has been woken may find the condition variable gone, for it may be
 * destroyed as soon as nobody waits.  So a waiter says in its record that it may
 * look at it, then looks whether it has been woken, and if it has, takes that
 * back and goes.  Otherwise it takes it back when it will not look again; and who
 * destroys the variable waits for those that say so.  What they write before
 * they look at each other, both write and read seq_cst: one of them sees the
 * other.
 */
#include <errno.h>

#include "arch.h"
#include "remote.h"

/* Bits of rcl_flags: which kinds of wait have been used, and the clock. */
enum { NATIVE = 1, FIFO = 2, MONOTONIC = 4 };

enum { LEAVE_NS = 20000 };	/* from one look for those who leave to the next */

static inline _Atomic unsigned int *guard_of(rcl_cond_t *c)
{
	return (_Atomic unsigned int *)&c->rcl_guard;
}

static inline _Atomic unsigned int *flags_of(rcl_cond_t *c)
{
	return (_Atomic unsigned int *)&c->rcl_flags;
}

static inline unsigned int flags(rcl_cond_t *c)
{
	/* relaxed: a wait that the caller must not miss happened before it took
	 * the mutex to change the predicate. */
	return atomic_load_explicit(flags_of(c), memory_order_relaxed);
}

static inline void note(rcl_cond_t *c, unsigned int flag)
{
	if (!(flags(c) & flag))
		/* relaxed: the mutex, held here, orders it. */
		atomic_fetch_or_explicit(flags_of(c), flag,
					 memory_order_relaxed);
}

int rcl_cond_init(rcl_cond_t *c, const pthread_condattr_t *attr)
{
	static const rcl_cond_t zero = RCL_COND_INITIALIZER;
	clockid_t clock;
	int error;

	*c = zero;
	error = pthread_cond_init(&c->rcl_posix, attr);
	if (!error && attr && !pthread_condattr_getclock(attr, &clock) &&
	    clock == CLOCK_MONOTONIC)
		c->rcl_flags = MONOTONIC;
	return error;
}

/* Whether a thread that has been woken may still look at c. */
static bool is_looked_at(rcl_cond_t *c)
{
	struct rcl_thread *t;

	rcl_registry_lock();
	/* seq_cst: see the head of this file. */
	for (t = rcl_threads(); t; t = t->next)
		if (atomic_load_explicit(&t->looks_at, memory_order_seq_cst) == c)
			break;
	rcl_registry_unlock();
	return t != NULL;
}

/* Has the waits that begin from now on measure their time so. */
void rcl_cond_goes_by_monotonic(rcl_cond_t *c)
{
	note(c, MONOTONIC);
}

static clockid_t clock_of(rcl_cond_t *c)
{
	return flags(c) & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int rcl_cond_destroy(rcl_cond_t *c)
{
	static const struct timespec pause = { 0, LEAVE_NS };
	bool waited_on;

	/* The guard: a signal may be on its way out. */
	rcl_guard_lock(guard_of(c));
	waited_on = c->rcl_head != NULL;
	rcl_guard_unlock(guard_of(c));
	if (waited_on)
		return EBUSY;
	while ((flags(c) & FIFO) && is_looked_at(c))
		rcl_syscall(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
	return pthread_cond_destroy(&c->rcl_posix);
}

int rcl_native_wait(rcl_cond_t *c, rcl_mutex_t *m,
		    const struct timespec *abstime)
{
	note(c, NATIVE);
	return abstime ? pthread_cond_clockwait(&c->rcl_posix, &m->rcl_posix,
						clock_of(c), abstime) :
			 pthread_cond_wait(&c->rcl_posix, &m->rcl_posix);
}

static void append(struct rcl_waiter *w)
{
	rcl_cond_t *c = w->cond;

	rcl_guard_lock(guard_of(c));
	w->prev = c->rcl_tail;
	if (w->prev)
		w->prev->next = w;
	else
		c->rcl_head = w;
	c->rcl_tail = w;
	rcl_guard_unlock(guard_of(c));
}

/* Requires the guard. */
static void unlink_waiter(rcl_cond_t *c, struct rcl_waiter *w)
{
	if (w->prev)
		w->prev->next = w->next;
	else
		c->rcl_head = w->next;
	if (w->next)
		w->next->prev = w->prev;
	else
		c->rcl_tail = w->prev;
}

static inline bool is_woken(struct rcl_waiter *w)
{
	/* seq_cst: see the head of this file; acquire: pairs with wake(). */
	return atomic_load_explicit(&w->woken, memory_order_seq_cst);
}

/* Takes w off the queue, unless a signal was faster; returns whether. */
static bool give_up(struct rcl_waiter *w)
{
	bool waiting;

	if (is_woken(w))
		return false;
	rcl_guard_lock(guard_of(w->cond));
	waiting = !is_woken(w);
	if (waiting)
		unlink_waiter(w->cond, w);
	rcl_guard_unlock(guard_of(w->cond));
	return waiting;
}

/* Wakes the first, or all; returns whether there was one. */
static bool wake(rcl_cond_t *c, bool all)
{
	struct rcl_waiter *w;
	bool any = false;

	rcl_guard_lock(guard_of(c));
	while ((w = c->rcl_head) && (all || !any)) {
		_Atomic unsigned int *word = &w->woken;

		unlink_waiter(c, w);
		/* seq_cst: pairs with is_woken().  w may be gone after it. */
		atomic_store_explicit(word, 1, memory_order_seq_cst);
		rcl_futex_wake(word, 1);
		any = true;
	}
	rcl_guard_unlock(guard_of(c));
	return any;
}

static void retake(struct rcl_waiter *w)
{
	rcl_lock(w->mutex);
	w->mutex->rcl_depth += w->depth - 1;
}

/* The calling thread may look at c from now on, unless it finds itself woken; or
 * will not do so any more. */
static void look_at(struct rcl_thread *self, rcl_cond_t *c)
{
	/* seq_cst: see the head of this file; releases what it has done there. */
	atomic_store_explicit(&self->looks_at, c, memory_order_seq_cst);
}

/* In the child of a fork: the thread, which the child has not, waits no more. */
void rcl_forsake_wait(struct rcl_thread *thread)
{
	/* relaxed, here and below: there is one thread. */
	rcl_cond_t *c = atomic_load_explicit(&thread->looks_at,
					     memory_order_relaxed);

	/* Otherwise c may be gone.  All in its queue are such threads. */
	if (c && !is_woken(thread->waiter)) {
		c->rcl_head = c->rcl_tail = NULL;
		atomic_store_explicit(guard_of(c), 0, memory_order_relaxed);
	}
}

/* A cancelled thread's first clean-up: it must not swallow a signal. */
static void cancelled(void *waiter)
{
	struct rcl_waiter *w = waiter;

	if (!give_up(w))
		wake(w->cond, false);
	look_at(rcl_self(), NULL);
	retake(w);
}

/* Sleeps until woken (0) or too late (-ETIMEDOUT). */
static long sleep_until_woken(struct rcl_waiter *w, const struct timespec *abstime)
{
	clockid_t clock = clock_of(w->cond);
	long error = 0;

	while (!is_woken(w) && error != -ETIMEDOUT)
		error = rcl_futex_wait(&w->woken, 0, abstime, clock);
	return error == -ETIMEDOUT ? error : 0;
}

/* The same as a cancellation point: the raw system call is none by itself. */
static long sleep_cancellable(struct rcl_waiter *w, const struct timespec *abstime)
{
	long error;
	int type;

	pthread_cleanup_push(cancelled, w);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
	error = sleep_until_woken(w, abstime);
	pthread_setcanceltype(type, &type);
	pthread_cleanup_pop(0);
	return error;
}

/* Waits in the queue; the mutex is free. */
static int await_signal(struct rcl_thread *self, struct rcl_waiter *w,
			const struct timespec *abstime)
{
	long error = 0;

	self->waiter = w;
	look_at(self, w->cond);
	if (is_woken(w)) {
		look_at(self, NULL);
		return 0;
	}
	if (self->servicer) {
		rcl_hand_over(self->servicer);
		error = sleep_until_woken(w, abstime);
	} else {
		error = sleep_cancellable(w, abstime);
	}
	if (error == -ETIMEDOUT && !give_up(w))
		error = 0;
	look_at(self, NULL);
	return (int)-error;
}

static inline bool is_time(const struct timespec *abstime)
{
	return abstime->tv_nsec >= 0 && abstime->tv_nsec < 1000000000;
}

int rcl_fifo_wait(rcl_cond_t *c, rcl_mutex_t *m,
		  const struct timespec *abstime)
{
	struct rcl_thread *self = rcl_self();
	struct rcl_waiter w = { .cond = c, .mutex = m,
				.depth = m->rcl_depth & RCL_DEPTH };
	int error;

	/* relaxed: only this thread's own store can give equality. */
	if (m->rcl_type != RCL_NORMAL &&
	    atomic_load_explicit(rcl_owner(m), memory_order_relaxed) !=
		    self->root)
		return EPERM;
	if (abstime && !is_time(abstime))
		return EINVAL;
	note(c, FIFO);
	append(&w);
	m->rcl_depth -= w.depth - 1;
	rcl_unlock(m);
	error = await_signal(self, &w, abstime);
	retake(&w);
	return error;
}

static int ask(rcl_cond_t *c, rcl_mutex_t *m, const struct timespec *abstime)
{
	struct rcl_wish *wish = &rcl_self()->root->wish;
	bool leaves = rcl_ops_of(m)->wait == rcl_fifo_wait &&
		      (m->rcl_depth & RCL_DEPTH) == 1 &&
		      (!abstime || is_time(abstime));

	*wish = (struct rcl_wish){
		.waiter = { .cond = c, .mutex = m, .depth = 1 },
		.timed = abstime != NULL,
		.keeps = !leaves,
	};
	if (abstime)
		wish->abstime = *abstime;
	if (!leaves)
		return RCL_KEEP | RCL_WAITS;
	note(c, FIFO);
	append(&wish->waiter);
	return RCL_WAITS;
}

int rcl_wait(rcl_cond_t *c, rcl_mutex_t *m)
{
	return ask(c, m, NULL);
}

int rcl_timedwait(rcl_cond_t *c, rcl_mutex_t *m,
		  const struct timespec *abstime)
{
	return ask(c, m, abstime);
}

int rcl_waited(void)
{
	return rcl_self()->root->wish.result;
}

void rcl_wait_as_asked(void)
{
	struct rcl_thread *self = rcl_self();
	struct rcl_wish *wish = &self->root->wish;
	struct rcl_waiter *w = &wish->waiter;
	const struct timespec *abstime = wish->timed ? &wish->abstime : NULL;

	if (wish->keeps) {
		wish->result = rcl_ops_of(w->mutex)->wait(w->cond, w->mutex,
							  abstime);
		rcl_unlock(w->mutex);
	} else {
		wish->result = await_signal(self, w, abstime);
	}
}

int rcl_cond_signal(rcl_cond_t *c)
{
	if ((flags(c) & FIFO) && wake(c, false))
		return 0;
	return flags(c) & NATIVE ? pthread_cond_signal(&c->rcl_posix) : 0;
}

int rcl_cond_broadcast(rcl_cond_t *c)
{
	unsigned int used = flags(c);

	/* c may be gone when those are awake. */
	if ((used & FIFO) && wake(c, true))
		return 0;
	return used & NATIVE ? pthread_cond_broadcast(&c->rcl_posix) : 0;
}
