/* SPDX-License-Identifier: MIT */
/*
 * server.c - the servicing threads' loop (the paper's Algorithm 1).
 *
 * The states of a request, and who may move it:
 *
 *	IDLE, DONE -> POSTED	the client, having written the other fields
 *	POSTED -> IDLE		the client, to withdraw a lease that timed out
 *	POSTED -> CLAIMED	a servicing thread of this server
 *	CLAIMED -> POSTED	the thread that claimed: the lock is not to be had
 *	CLAIMED -> DONE		the thread that claimed: the section has run and
 *				its lock is free again, or the client holds it now
 *				(a lease, RCL_KEEP), or an attempt has failed
 *	+ SLEEPING		the client, in POSTED or CLAIMED
 *
 * Once and only once.  Several servicing threads may scan at a time, one of
 * them deposed without its knowing.  Only the one whose compare-and-swap makes
 * the request CLAIMED reads its other fields, and only it makes it POSTED or
 * DONE.  So no request is executed twice, none is executed with the next
 * request's fields, and the lock is touched only while its client waits for
 * it: after DONE the client may free the lock, and reuse the line.  (The
 * published algorithm tests the request before it takes the lock and not
 * again, and so runs some requests twice.)  The lock is given back before
 * DONE, as the client may destroy it right after.
 *
 * Nothing is lost.  The leader L sleeps only after it has stored parked = 1 and
 * then, in a whole scan, found nothing that it could do.  Whoever makes work
 * does so by a read-modify-write and then loads parked ("kicks"); all four
 * accesses are seq_cst, so that either the scan sees the work or the kick sees
 * parked.  Work is made by
 *  - a client that posts;
 *  - the holder of a lock that has an heir, when it gives the lock back; the
 *    scan has seen such a request POSTED with its lock held, and has made it,
 *    or found there, an heir;
 *  - a client that withdraws an heir's request;
 *  - a servicing thread other than L that makes a request POSTED again, or
 *    gives a lock to an heir that was not the only one to wait: it kicks when
 *    it stops scanning, before it sleeps.
 * A free lock with an heir is not served to others by that scan, but then the
 * heir's request is POSTED, and the same scan or the kick's serves it; or
 * CLAIMED by another servicing thread, to which the last case applies.
 *
 * No client sleeps for ever.  It sleeps in the futex only while the state has
 * SLEEPING set; DONE is stored by an exchange, which sees the flag.  The wake is
 * put off until a scan finds nothing to do, for a few requests, or until there
 * are many; whoever deposes a leader wakes the clients that it still owes.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>

#include "arch.h"
#include "internal.h"

enum { DEFERRED_REQUESTS = 16 };	/* after which owed wakes are due */

/* Counters have one writer each. */
static void add_one(_Atomic uint64_t *counter)
{
	/* relaxed: read by the statistics only. */
	atomic_store_explicit(
		counter,
		atomic_load_explicit(counter, memory_order_relaxed) + 1,
		memory_order_relaxed);
}

/* Wakes the clients that the servicing thread still owes a wake; any thread
 * may call it. */
void rcl_flush_wakes(struct rcl_servicer *servicer)
{
	struct rcl_request *request;

	for (unsigned int i = 0; i < RCL_DEFERRED; i++) {
		/* acq_rel: one thread gets it.  The line outlives its client:
		 * a wake that comes too late is a spurious one. */
		request = atomic_exchange_explicit(&servicer->deferred[i], NULL,
						   memory_order_acq_rel);
		if (request)
			rcl_futex_wake(&request->state, 1);
	}
}

static void flush_own_wakes(struct rcl_servicer *me)
{
	if (me->deferred_count == 0)
		return;
	rcl_flush_wakes(me);
	me->deferred_count = 0;
	me->deferred_age = 0;
}

static void owe_wake(struct rcl_servicer *me, struct rcl_request *request)
{
	add_one(&me->wakes);
	/* release: the state was written before. */
	atomic_store_explicit(&me->deferred[me->deferred_count++], request,
			      memory_order_release);
	if (me->deferred_count == RCL_DEFERRED)
		flush_own_wakes(me);
}

/* progress is odd inside of sections; see watch.c. */
static void step(struct rcl_servicer *me)
{
	unsigned int progress = atomic_load_explicit(&me->progress,
						     memory_order_relaxed);

	/* relaxed: a hint to the watchers. */
	atomic_store_explicit(&me->progress, progress + 1,
			      memory_order_relaxed);
}

/* Runs the request's section; returns whether it has kept its lock. */
static bool execute(struct rcl_servicer *me, struct rcl_request *request)
{
	rcl_mutex_t *m = request->mutex;
	int result;

	/* relaxed: see rcl_give(). */
	atomic_store_explicit(rcl_owner(m), request->root,
			      memory_order_relaxed);
	m->rcl_depth = 1;
	step(me);
	result = rcl_run(me->thread, request->root, request->identity,
			 request->section, request->ctx, &request->error);
	step(me);
	add_one(&me->served);
	request->result = rcl_keeps(result) ? result & ~RCL_KEEP : result;
	if (rcl_keeps(result))
		return true;
	rcl_give(m);
	return false;
}

/* Takes the lock of a claimed request, and says whether it is to be had. */
static bool take(struct rcl_request *request, unsigned int slot)
{
	if (request->attempt)
		return rcl_take(request->mutex);
	return rcl_take_or_queue(request->mutex, slot);
}

/* Serves the request if it is posted and its lock is to be had. */
static bool serve(struct rcl_servicer *me, struct rcl_request *request)
{
	/* seq_cst: see the head of this file. */
	unsigned int state = atomic_load_explicit(&request->state,
						  memory_order_seq_cst);
	unsigned int slot = (unsigned int)(request - me->server->requests) + 1;
	bool leased, taken;

	do {
		if ((state & RCL_PHASE) != RCL_POSTED)
			return false;
		/* acquire: the request's fields. */
	} while (!atomic_compare_exchange_weak_explicit(
		&request->state, &state,
		(state & RCL_SLEEPING) | RCL_CLAIMED, memory_order_acquire,
		memory_order_relaxed));
	taken = take(request, slot);
	if (!taken && !request->attempt) {
		/* CLAIMED to POSTED, with SLEEPING as it is.  seq_cst: see the
		 * head of this file; releases the heir to withdraw(). */
		atomic_fetch_sub_explicit(&request->state,
					  RCL_CLAIMED - RCL_POSTED,
					  memory_order_seq_cst);
		return false;
	}
	leased = taken && !request->section;
	if (!taken)
		request->result = -EBUSY;
	else if (!leased)
		leased = execute(me, request);
	/* acq_rel: releases the result; the flag belongs to the wait before. */
	if (atomic_exchange_explicit(&request->state, RCL_DONE,
				     memory_order_acq_rel) & RCL_SLEEPING)
		owe_wake(me, request);
	/* A lessee keeps the others waiting until it has woken up. */
	if (leased)
		flush_own_wakes(me);
	if (me->deferred_count && ++me->deferred_age >= DEFERRED_REQUESTS)
		flush_own_wakes(me);
	return true;
}

static inline bool leads(struct rcl_servicer *me)
{
	/* seq_cst: a deposed leader that made a request POSTED after its
	 * successor's last scan must see that it is deposed, and kick. */
	return atomic_load_explicit(&me->server->leader,
				    memory_order_seq_cst) == me;
}

/* Serves the request that a lock given back has as its heir, if any. */
static bool serve_heir(struct rcl_servicer *me)
{
	struct rcl_server *server = me->server;
	/* relaxed: a hint; the scan finds the request without it, too. */
	unsigned int heir = atomic_load_explicit(&server->heir,
						 memory_order_relaxed);

	if (__builtin_expect(heir == 0, 1))
		return false;
	atomic_store_explicit(&server->heir, 0, memory_order_relaxed);
	return serve(me, &server->requests[heir - 1]);
}

/* Looks at every request once; returns whether any was served. */
static bool scan(struct rcl_servicer *me)
{
	struct rcl_server *server = me->server;
	/* seq_cst: see slot_allocate(). */
	unsigned int high = atomic_load_explicit(&server->high,
						 memory_order_seq_cst);
	bool served = false, now;

	for (unsigned int i = 0; i < high; i++) {
		now = serve_heir(me);
		now |= serve(me, &server->requests[i]);
		served |= now;
		if (now && !leads(me))
			break;
	}
	return served;
}

void rcl_kick_parked(struct rcl_server *server)
{
	unsigned int parked = 1;

	/* acq_rel: one waker is enough. */
	if (atomic_compare_exchange_strong_explicit(&server->parked, &parked, 0,
						    memory_order_acq_rel,
						    memory_order_relaxed))
		rcl_futex_wake(&server->parked, INT_MAX);
}

static void park(struct rcl_servicer *me)
{
	struct rcl_server *server = me->server;

	/* seq_cst: see the head of this file. */
	atomic_store_explicit(&server->parked, 1, memory_order_seq_cst);
	if (scan(me) || !leads(me)) {
		rcl_kick_parked(server);
		return;
	}
	add_one(&me->parks);
	/* acquire: pairs with rcl_kick_parked(), which a deposal also calls. */
	while (leads(me) &&
	       atomic_load_explicit(&server->parked, memory_order_acquire))
		rcl_futex_wait(&server->parked, 1, NULL, CLOCK_MONOTONIC);
	rcl_watchers_wake(server);
}

static void lead(struct rcl_servicer *me)
{
	unsigned int idle = 0;

	while (leads(me)) {
		if (scan(me)) {
			if (idle > 0)
				rcl_idle_over(&me->thread->spinner, idle);
			idle = 0;
			continue;
		}
		flush_own_wakes(me);
		if (!rcl_idle(&me->thread->spinner, idle++)) {
			park(me);
			idle = 0;
		}
	}
	flush_own_wakes(me);
}

/* The life of a servicing thread. */
void *rcl_servicer_main(void *servicer)
{
	struct rcl_servicer *me = servicer;
	char name[16];

	me->thread = rcl_register();
	me->thread->servicer = me;
	me->tid = (pid_t)rcl_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
	snprintf(name, sizeof(name), "rcl-server-%u", me->server->number);
	pthread_setname_np(pthread_self(), name);
	rcl_confine(me->server->cpu);
	for (;;) {
		rcl_await_election(me);
		lead(me);
		rcl_kick(me->server);	/* see the head of this file */
	}
	return NULL;
}
