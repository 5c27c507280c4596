/* SPDX-License-Identifier: MIT */
/*
 * remote.c - kind rcl, the client's side: requests to execute, and the lease.
 *
 * A lease is taken by one compare-and-swap when the lock is free and has no
 * heir.  Otherwise the client posts a request like any other, and the server
 * takes the lock on its behalf when its turn comes.  So executed sections and
 * leases wait in one order, the server's.
 */
#include <errno.h>

#include "arch.h"
#include "internal.h"

enum {
	NESTED_YIELDS = 8,	/* before a servicing thread asks its server */
	POLL_YIELDS = 16,	/* before polling sleeps between looks */
	POLL_NS = 100000,
};

/* The heir of a lock word: its slot plus 1, or 0 for none. */
static inline unsigned int heir_of(unsigned int word)
{
	if (!(word & RCL_HEIR_MASK) || word >> 16 != rcl_fork_generation())
		return 0;
	return (word & RCL_HEIR_MASK) >> 1;
}

/* Takes m if it is free and has no heir. */
bool rcl_take(rcl_mutex_t *m)
{
	/* relaxed: the compare-and-swap decides. */
	unsigned int word = atomic_load_explicit(rcl_word(m),
						 memory_order_relaxed);

	while (!(word & RCL_HELD) && !heir_of(word))
		/* acquire: what the last holder wrote. */
		if (atomic_compare_exchange_weak_explicit(
			    rcl_word(m), &word, RCL_HELD, memory_order_acquire,
			    memory_order_relaxed))
			return true;
	return false;
}

/*
 * Takes m for the request in slot heir - 1; or, if m is held, makes the request
 * its heir unless there is one already.
 * Requires that the caller has claimed the request.
 */
bool rcl_take_or_queue(rcl_mutex_t *m, unsigned int heir)
{
	unsigned int queued = rcl_fork_generation() << 16 | heir << 1 | RCL_HELD;
	/* seq_cst, here and below: whoever gives the lock back sees the heir
	 * and kicks, or the last scan before parking sees the lock free. */
	unsigned int word = atomic_load_explicit(rcl_word(m),
						 memory_order_seq_cst);
	unsigned int next;
	bool free;

	do {
		free = !(word & RCL_HELD);
		next = heir_of(word);
		if (next && (!free || next != heir))
			return false;
	} while (!atomic_compare_exchange_weak_explicit(
		rcl_word(m), &word, free ? RCL_HELD : queued,
		memory_order_seq_cst, memory_order_seq_cst));
	return free;
}

static inline struct rcl_server *server_of(rcl_mutex_t *m)
{
	/* relaxed: resolved earlier by this thread, or the same value. */
	return &rcl_servers[rcl_server_number(atomic_load_explicit(
		rcl_kind(m), memory_order_relaxed))];
}

/* Gives m back.  m may be gone as soon as its word is free. */
void rcl_give(rcl_mutex_t *m)
{
	struct rcl_server *server = server_of(m);
	unsigned int heir;

	m->rcl_depth = 0;
	/* relaxed: only tells later comers that it is not they. */
	atomic_store_explicit(rcl_owner(m), NULL, memory_order_relaxed);
	/* seq_cst: releases what the section wrote, and precedes the look at
	 * the parked server in rcl_kick(). */
	heir = heir_of(atomic_fetch_sub_explicit(rcl_word(m), RCL_HELD,
						 memory_order_seq_cst));
	if (heir) {
		/* relaxed: a hint. */
		atomic_store_explicit(&server->heir, heir,
				      memory_order_relaxed);
		rcl_kick(server);
	}
}

/* A request that is withdrawn must not stay heir. */
static void disinherit(rcl_mutex_t *m, unsigned int heir)
{
	/* relaxed: the compare-and-swap decides. */
	unsigned int word = atomic_load_explicit(rcl_word(m),
						 memory_order_relaxed);

	while (heir_of(word) == heir)
		/* seq_cst: precedes the look in rcl_kick(). */
		if (atomic_compare_exchange_weak_explicit(
			    rcl_word(m), &word, word & RCL_HELD,
			    memory_order_seq_cst, memory_order_relaxed)) {
			rcl_kick(server_of(m));
			return;
		}
}

static bool withdraw(struct rcl_request *request)
{
	/* relaxed: the compare-and-swap decides. */
	unsigned int state = atomic_load_explicit(&request->state,
						  memory_order_relaxed);

	while ((state & RCL_PHASE) == RCL_POSTED)
		/* acquire: pairs with the release of the claim, before which
		 * the request may have become heir. */
		if (atomic_compare_exchange_weak_explicit(
			    &request->state, &state, RCL_IDLE,
			    memory_order_acquire, memory_order_relaxed))
			return true;
	return false;
}

static inline void post(struct rcl_server *server, struct rcl_request *request)
{
	/* seq_cst: releases the request's fields, and precedes the look in
	 * rcl_kick().  The line is fetched for writing in either case. */
	atomic_exchange_explicit(&request->state, RCL_POSTED,
				 memory_order_seq_cst);
	rcl_kick(server);
}

static int request_lease(struct rcl_thread *self, struct rcl_request *request,
			 rcl_mutex_t *m, const struct timespec *abstime)
{
	struct rcl_server *server = server_of(m);

	request->section = NULL;
	request->mutex = m;
	request->attempt = false;
	post(server, request);
	while (!rcl_await(self, request, abstime)) {
		if (withdraw(request)) {
			disinherit(m, (unsigned int)(request - server->requests) + 1);
			return ETIMEDOUT;
		}
		rcl_yield();	/* claimed: for a moment, or for good */
	}
	return 0;
}

/* Without a slot there is no turn to wait for: look again and again. */
static int poll_lease(rcl_mutex_t *m, const struct timespec *abstime)
{
	const struct timespec pause = { 0, POLL_NS };
	struct timespec now;

	for (unsigned int i = 0; !rcl_take(m); i++) {
		if (abstime && !clock_gettime(CLOCK_REALTIME, &now) &&
		    (now.tv_sec > abstime->tv_sec ||
		     (now.tv_sec == abstime->tv_sec &&
		      now.tv_nsec >= abstime->tv_nsec)))
			return ETIMEDOUT;
		if (i < POLL_YIELDS)
			rcl_yield();
		else
			rcl_syscall(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
	}
	return 0;
}

static inline bool serves(struct rcl_thread *self, struct rcl_server *server)
{
	return self->servicer && self->servicer->server == server;
}

/* Takes m for the calling thread, which does not hold it. */
static int acquire(struct rcl_thread *self, rcl_mutex_t *m,
		   const struct timespec *abstime)
{
	struct rcl_server *server = server_of(m);
	struct rcl_request *request;
	unsigned int free = 0;
	int error = 0;
	bool taken;

	/* acquire: what the last holder wrote. */
	taken = atomic_compare_exchange_strong_explicit(
		rcl_word(m), &free, RCL_HELD, memory_order_acquire,
		memory_order_relaxed);
	if (!taken && abstime &&
	    (abstime->tv_nsec < 0 || abstime->tv_nsec >= 1000000000))
		return EINVAL;
	/* The paper's Algorithm 2: let the owner, another thread of this
	 * server, go on. */
	for (int i = 0; !taken && serves(self, server) && i < NESTED_YIELDS;
	     i++) {
		rcl_yield();
		taken = rcl_take(m);
	}
	if (!taken) {
		request = rcl_slot(self, server->number);
		error = request ? request_lease(self, request, m, abstime) :
				  poll_lease(m, abstime);
	}
	if (error)
		return error;
	/* relaxed: see rcl_give(). */
	atomic_store_explicit(rcl_owner(m), self->root, memory_order_relaxed);
	m->rcl_depth = 1;
	return 0;
}

/* Whether m is held for the thread that the caller acts for. */
static inline bool holds(struct rcl_thread *self, rcl_mutex_t *m)
{
	/* relaxed: only this thread's own store can give equality. */
	return atomic_load_explicit(rcl_owner(m), memory_order_relaxed) ==
	       self->root;
}

/* Takes m once more.  Requires that the caller holds it. */
static int relock(rcl_mutex_t *m)
{
	if (m->rcl_type == RCL_ERRORCHECK)
		return EDEADLK;
	if (m->rcl_depth == UINT_MAX)
		return EAGAIN;
	m->rcl_depth++;
	return 0;
}

static int remote_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	struct rcl_thread *self = rcl_self();

	if (m->rcl_type != RCL_NORMAL && holds(self, m))
		return relock(m);
	return acquire(self, m, abstime);
}

static int remote_lock(rcl_mutex_t *m)
{
	return remote_timedlock(m, NULL);
}

static int remote_trylock(rcl_mutex_t *m)
{
	struct rcl_thread *self = rcl_self();

	if (m->rcl_type == RCL_RECURSIVE && holds(self, m))
		return relock(m);
	if (!rcl_take(m))
		return EBUSY;
	/* relaxed: see rcl_give(). */
	atomic_store_explicit(rcl_owner(m), self->root, memory_order_relaxed);
	m->rcl_depth = 1;
	return 0;
}

static int remote_unlock(rcl_mutex_t *m)
{
	if (m->rcl_type != RCL_NORMAL) {
		if (!holds(rcl_self(), m))
			return EPERM;
		if (--m->rcl_depth > 0)
			return 0;
	}
	rcl_give(m);
	return 0;
}

/* Runs the section on this very thread, under a lease. */
static int exec_here(struct rcl_thread *self, rcl_mutex_t *m,
		     rcl_section_fn *section, void *ctx,
		     enum rcl_identity identity, bool attempt)
{
	int error = attempt ? remote_trylock(m) : remote_lock(m), result;

	if (error)
		return -error;
	error = errno;
	result = rcl_run(self, self->root, identity, section, ctx, &error);
	if (identity == RCL_ID_ERRNO)
		errno = error;
	if (rcl_keeps(result))
		return result & ~RCL_KEEP;
	remote_unlock(m);
	return result;
}

/* The paper's Algorithm 2. */
static int remote_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		       enum rcl_identity identity, bool attempt)
{
	struct rcl_thread *self = rcl_self();
	struct rcl_server *server = server_of(m);
	struct rcl_request *request;
	int state = 0;

	if (serves(self, server) ||
	    (m->rcl_type != RCL_NORMAL && holds(self, m)) ||
	    (identity == RCL_ID_THREAD && !rcl_can_switch()))
		return exec_here(self, m, section, ctx, identity, attempt);
	request = rcl_slot(self, server->number);
	if (!request)
		return exec_here(self, m, section, ctx, identity, attempt);
	if (!self->servicer)
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	request->section = section;
	request->ctx = ctx;
	request->mutex = m;
	request->root = self->root;
	request->identity = (uint16_t)identity;
	request->attempt = attempt;
	if (identity == RCL_ID_ERRNO)
		request->error = errno;
	post(server, request);
	rcl_await(self, request, NULL);
	if (identity == RCL_ID_ERRNO)
		errno = request->error;
	if (!self->servicer)
		pthread_setcancelstate(state, &state);
	return request->result;
}

const struct rcl_ops rcl_remote_ops = {
	"rcl",		  remote_exec,	 remote_lock,	remote_trylock,
	remote_timedlock, remote_unlock, rcl_fifo_wait,
};
