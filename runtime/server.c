/* SPDX-License-Identifier: MIT */
/*
 * server.c - the servicing threads' loop (the paper's Algorithm 1).
 *
 * A slot is a request line, which only its client and the servicing thread that
 * serves it write, and a claim beside it, in the server's own memory.  The
 * states of the line, and who may move it:
 *
 *	IDLE n, DONE n -> POSTED n + 1	the client, having written the other
 *			fields
 *	POSTED n -> DONE n	the thread that has claimed n: the section has
 *			run and its lock is free again, or the client holds it
 *			now (a lease, RCL_KEEP), or an attempt has failed
 *	POSTED n -> IDLE n	the client, having claimed n itself, to withdraw a
 *			lease that timed out
 *	+ SLEEPING	whoever waits for it, in POSTED
 *
 * and of the claim, which starts equal to the line's number:
 *
 *	n - 1 -> n	a servicing thread of this server that has seen POSTED n,
 *			or the client, to withdraw
 *	n -> n - 1	the servicing thread that claimed n: the lock is not to be
 *			had
 *
 * Once and only once.  Several servicing threads may scan at a time, one of
 * them deposed without its knowing.  n is posted only once n - 1 is DONE or
 * IDLE, which only the one who claimed n - 1 brings about, without touching
 * the claim from then on; so the claim is n - 1 when n is posted, and of all
 * who have seen POSTED n one makes it n.  A thread that is late still expects
 * n - 1, or less, and fails (but for one that was late by all 2^29 numbers).
 * Only the winner reads the other fields, and the line does not change until it
 * has said so itself, by DONE or by its claim back at n - 1: so no request is
 * executed twice, none is executed with the next request's fields, and the lock
 * is touched only while its client waits for it.  After DONE the client may
 * free the lock, and reuse the line.  (The published algorithm tests the
 * request before it takes the lock and not again, and so runs some requests
 * twice.)  The lock is given back before DONE, as the client may destroy it
 * right after.
 *
 * Nothing is lost.  All accesses that this paragraph speaks of are seq_cst.
 * The leader L sleeps only after it has stored its own number in parked and then,
 * in a scan of all listed slots (list.c), found nothing that it could do; and
 * only while parked is its number.  Whoever makes work then loads parked, and
 * clears it if it is not 0 ("kicks").  So either the scan sees the work, or the
 * kick comes after L's store: then L finds 0, or the number of a deposed leader
 * that does not know and parks as well, and does not sleep.  Work is made by
 *  - a client that posts;
 *  - the holder of a lock that has an heir, when it gives the lock back; the
 *    scan has seen such a request POSTED with its lock held, and has made it,
 *    or found there, an heir;
 *  - a client that withdraws an heir's request;
 *  - a servicing thread other than L that puts a claim back: it kicks if it
 *    finds that it does not lead.  If it does lead, whoever is elected later
 *    scans later, too;
 *  - a servicing thread other than L that gives a lock to an heir that was not
 *    the only one to wait: it stops scanning when it has served that one, and
 *    kicks.
 * Where the heir is another server's, because the mutex has moved from one to the
 * other (balance.c), nobody kicks this one when the heir is served; so it does not
 * sleep while it has found such a request.
 * A free lock with an heir is not served to others by that scan, but then the
 * heir's request is POSTED, and the same scan or the kick's serves it; or it is
 * claimed by another servicing thread, to which the last two cases apply.
 *
 * No client sleeps for ever.  It sleeps in the futex only while the state has
 * SLEEPING set; DONE is stored by an exchange, which sees the flag.  The wake is
 * put off until a scan finds nothing to do, for a few requests, or until there
 * are many; whoever takes a leader's place wakes the clients that it still owes.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "arch.h"
#include "owned.h"
#include "remote.h"

enum {
	DEFERRED_REQUESTS = 16,		/* after which owed wakes are due */
	SWEEP_LOOKS = 16384,		/* from one sweep to the next */
	MOST_REST = 8,			/* scans that leave out the last slot */
	HURRY = 4,			/* one rest in so many is one less */
};

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
	rcl_add(&me->figures[RCL_WAKES], 1);
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

/* For the statistics: a round is a scan in which a section ran. */
static void note_section(struct rcl_servicer *me, struct rcl_request *request)
{
	if (me->round_mutex && me->round_mutex != request->mutex)
		me->round_mixed = true;
	me->round_mutex = request->mutex;
	rcl_add(&me->figures[RCL_SERVED], 1);
	if (!request->root)
		rcl_add(&me->figures[RCL_DETACHED_SERVED], 1);
}

static void note_round(struct rcl_servicer *me)
{
	if (!me->round_mutex)
		return;
	rcl_add(&me->figures[RCL_ROUNDS], 1);
	if (me->round_mixed)
		rcl_add(&me->figures[RCL_MIXED_ROUNDS], 1);
	me->round_mutex = NULL;
	me->round_mixed = false;
}

/* The signal that a section has got by a write which gave this error, 0 for none:
 * the kernel sends it to the thread that writes, where it is blocked, and it is
 * its client's. */
static __attribute__((cold)) int sent_by(int error)
{
	static const struct timespec now;
	int number = error == EPIPE ? SIGPIPE : SIGXFSZ, before = errno;
	sigset_t set;
	bool sent;

	sigemptyset(&set);
	sigaddset(&set, number);
	sent = sigtimedwait(&set, NULL, &now) == number;
	errno = before;
	return sent ? number : 0;
}

void rcl_kick_parked(struct rcl_server *server)
{
	/* seq_cst: see the head of this file; whoever deposes a leader has named
	 * its successor before, and a leader that parks looks who leads after. */
	if (atomic_exchange_explicit(&server->parked, 0, memory_order_seq_cst))
		rcl_futex_wake(&server->parked, INT_MAX);
}

/* Who watches a server may sleep while parked is set: so it is not once the leader
 * goes on, nor while it runs a section, which may wait for others. */
static void unpark(struct rcl_servicer *me)
{
	me->parking = false;
	rcl_kick(me->server);
	rcl_watchers_wake(me->server);
}

/* Runs the request's section; returns whether it has kept its lock. */
static bool execute(struct rcl_servicer *me, struct rcl_request *request)
{
	struct rcl_thread *root = request->root ? request->root : me->thread;
	/* The client looks at its line all the time, so that a section that
	 * wrote there would wait for the line again and again. */
	_Alignas(16) unsigned char copy[RCL_INLINE_BYTES];
	void *ctx = request->size ? copy : request->ctx.address;
	rcl_mutex_t *m = request->mutex;
	int result, error = request->error;
	bool keeps;

	memcpy(copy, request->ctx.copy, sizeof(copy));
	note_section(me, request);
	if (__builtin_expect(rcl_shared_servers != 0, 0))
		rcl_weigh(me, m);
	if (__builtin_expect(me->parking, 0))
		unpark(me);
	rcl_own_for(root, m);
	step(me);
	result = rcl_run(me->thread, root, request->how, request->section, ctx,
			 &error);
	step(me);
	if (__builtin_expect(error == EPIPE || error == EFBIG, 0) &&
	    (request->how & RCL_ID_MASK))
		request->how |= (uint16_t)(sent_by(error) * RCL_SENT);
	keeps = rcl_disown_for(root, m, rcl_keeps(result) && request->root);
	if (!keeps)
		rcl_give(m);
	if (request->size)
		memcpy(request->ctx.copy, copy, sizeof(copy));
	request->error = error;
	request->result = rcl_keeps(result) ? result & ~RCL_KEEP : result;
	return keeps;
}

static inline bool leads(struct rcl_servicer *me)
{
	/* seq_cst: see the head of this file. */
	return atomic_load_explicit(&me->server->leader,
				    memory_order_seq_cst) == me;
}

/* Takes the lock of a claimed request, or else makes the request its heir and
 * puts the claim back; returns whether it has the lock. */
static bool take(struct rcl_servicer *me, struct rcl_request *request,
		 unsigned int slot, unsigned int number)
{
	struct rcl_server *server = me->server;
	enum rcl_taken taken;

	rcl_wait_for(me->thread, request->mutex); /* a child forgets the heir */
	taken = rcl_take_or_queue(request->mutex,
				  rcl_heir(rcl_number_of(server), slot));
	me->behind |= taken == RCL_BEHIND_ANOTHER;
	if (taken != RCL_TAKEN) {
		/* seq_cst: see the head of this file; releases the heir to
		 * whoever claims next. */
		atomic_store_explicit(&server->slots->claims[slot],
				      number - RCL_SEQUENCE,
				      memory_order_seq_cst);
		if (!leads(me))
			rcl_kick(server);
	}
	rcl_wait_for(me->thread, NULL);
	if (taken == RCL_TAKEN)
		me->first = (slot + 1) % RCL_SLOTS;
	return taken == RCL_TAKEN;
}

/* Does what a claimed request asks for, now that its lock is taken; returns
 * whether the client has the lock. */
static inline bool grant(struct rcl_servicer *me, struct rcl_request *request)
{
	return !request->section || execute(me, request);
}

/* Tells the client of a claimed request that it is done. */
static inline void finish(struct rcl_servicer *me, struct rcl_request *request,
			  unsigned int number)
{
	/* acq_rel: releases the result; the flag belongs to the wait before. */
	if (atomic_exchange_explicit(&request->state, number | RCL_DONE,
				     memory_order_acq_rel) & RCL_SLEEPING)
		owe_wake(me, request);
}

/*
 * The slot's request has been served.  A look at the slot takes the line from
 * the client that is about to post again, and has to fetch it back: so the next
 * scans leave it out, for as long as the client needed lately.
 */
static void rest(struct rcl_servicer *me, unsigned int slot)
{
	unsigned int scans = me->scans - me->rests_since;

	if (slot == me->resting && scans > me->rest + 1) {
		if (me->rest < MOST_REST)
			me->rest++;
	} else if (slot == me->resting && me->rest > 0 &&
		   ++me->rested % HURRY == 0) {
		me->rest--;
	}
	me->resting = slot;
	me->rests_since = me->scans;
}

static inline bool rests(struct rcl_servicer *me, unsigned int slot)
{
	return slot == me->resting && me->scans - me->rests_since <= me->rest;
}

/* Serves the slot's request if it is posted and its lock is to be had. */
static bool serve(struct rcl_servicer *me, unsigned int slot)
{
	struct rcl_slots *slots = me->server->slots;
	struct rcl_request *request = &slots->requests[slot];
	/* seq_cst: see the head of this file; acquires the request's fields. */
	unsigned int state = atomic_load_explicit(&request->state,
						  memory_order_seq_cst);
	unsigned int number = state & RCL_NUMBER;
	bool leased = false;

	if ((state & RCL_PHASE) != RCL_POSTED ||
	    !rcl_claim(slots, slot, number))
		return false;
	if (rcl_take(request->mutex))
		leased = grant(me, request);
	else if (request->how & RCL_ATTEMPT)
		request->result = -EBUSY;
	else if (take(me, request, slot, number))
		leased = grant(me, request);
	else
		return false;
	finish(me, request, number);
	rest(me, slot);
	/* A lessee keeps the others waiting until it has woken up. */
	if (leased)
		flush_own_wakes(me);
	if (me->deferred_count && ++me->deferred_age >= DEFERRED_REQUESTS)
		flush_own_wakes(me);
	return true;
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
	return serve(me, heir - 1);
}

/* Looks at those listed slots of one word of the bitmap that are in the mask, or
 * at all of them but the one that rests; returns whether any was served.  Stops
 * when it no longer leads. */
static bool scan_word(struct rcl_servicer *me, unsigned int word, uint64_t mask,
		      bool all)
{
	/* seq_cst: see the head of this file. */
	uint64_t bits = atomic_load_explicit(&me->server->listed[word],
					     memory_order_seq_cst) & mask;
	bool served = false;

	for (; bits; bits &= bits - 1) {
		unsigned int slot = word * 64 +
				    (unsigned int)__builtin_ctzll(bits);

		me->looks++;
		if (!all && rests(me, slot))
			continue;
		if (serve_heir(me)) {
			served = true;
			if (!leads(me))
				break;
		}
		if (serve(me, slot)) {
			served = true;
			if (!leads(me))
				break;
		}
	}
	return served;
}

/* The listed slots from one on (at_first), or those before it. */
static bool scan_part(struct rcl_servicer *me, unsigned int first, bool at_first,
		      bool all)
{
	/* seq_cst: see the head of this file. */
	uint64_t words = atomic_load_explicit(&me->server->listed_words,
					      memory_order_seq_cst);
	uint64_t before = (1ull << first % 64) - 1, mask;
	bool served = false;
	unsigned int word;

	for (; words; words &= words - 1) {
		word = (unsigned int)__builtin_ctzll(words);
		mask = word < first / 64 ? ~0ull : word == first / 64 ? before : 0;
		mask = at_first ? ~mask : mask;
		if (!mask || !scan_word(me, word, mask, all))
			continue;
		served = true;
		if (!leads(me))
			break;
	}
	return served;
}

/*
 * Looks at every listed slot once, or at all but the one that rests; returns
 * whether any was served.  Begins behind the last heir: where leases keep a lock
 * from the requests behind them again and again, each of these is an heir in its
 * turn.
 */
static bool scan(struct rcl_servicer *me, bool all)
{
	unsigned int first = me->first;
	bool served;

	me->scans++;
	served = scan_part(me, first, true, all);
	if (first > 0 && leads(me))
		served |= scan_part(me, first, false, all);
	note_round(me);
	return served;
}

static void park(struct rcl_servicer *me)
{
	struct rcl_server *server = me->server;
	bool found;

	/* seq_cst, here and below: see the head of this file. */
	atomic_store_explicit(&server->parked, me->number,
			      memory_order_seq_cst);
	me->parking = true;
	me->behind = false;
	found = scan(me, true) || me->behind;
	if (!found)
		rcl_add(&me->figures[RCL_PARKS], 1);
	while (!found && leads(me) &&
	       atomic_load_explicit(&server->parked, memory_order_seq_cst) ==
		       me->number)
		rcl_futex_wait(&server->parked, me->number, NULL,
			       CLOCK_MONOTONIC);
	unpark(me);
}

static void lead(struct rcl_servicer *me)
{
	unsigned int idle = 0;

	while (leads(me)) {
		if (me->looks > SWEEP_LOOKS) {
			me->looks = 0;
			rcl_sweep(me->server);
		}
		if (scan(me, !rcl_spins(&me->thread->spinner, idle))) {
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
	/* relaxed: the thread's number is all there is. */
	atomic_store_explicit(&me->tid,
			      (pid_t)rcl_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0),
			      memory_order_relaxed);
	snprintf(name, sizeof(name), "rcl-server-%u",
		 rcl_number_of(me->server));
	pthread_setname_np(pthread_self(), name);
	rcl_confine(me->server->cpu);
	rcl_take_priority(RCL_SERVICER);
	while (rcl_await_election(me)) {
		lead(me);
		rcl_kick(me->server);	/* see the head of this file */
	}
	return NULL;
}
