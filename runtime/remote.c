/* SPDX-License-Identifier: MIT */
/*
 * remote.c - kind rcl, the client's side: requests to execute, and the lease.
 *
 * A lease is taken by one compare-and-swap when the lock is free and has no
 * heir.  Otherwise the client posts a request like any other, and the server
 * takes the lock on its behalf when its turn comes.  So executed sections and
 * leases wait in one order, the server's.
 *
 * A detached request occupies its client's only line at the server.  Whatever
 * the client does there next waits for it first ("settles"), and so does a
 * thread that acts for the client: the client waits then, and does not touch
 * the line.  A client that acts for another thread, as those that combine do, must
 * not wait for its own: that may be for a mutex which the other one holds.  While
 * its line is occupied it does without.
 *
 * A mutex may move to another server at any time (balance.c).  Each call goes by
 * the server that it has read first, and the lock's word excludes the sections
 * of both.  That a thread's sections run in the order of its calls, its detached
 * requests at all servers are settled first once any mutex has moved.
 */
#include <signal.h>
#include <string.h>

#include "arch.h"
#include "owned.h"
#include "remote.h"

enum {
	NESTED_YIELDS = 8,	/* before a servicing thread asks its server */
	POLL_YIELDS = 16,	/* before polling sleeps between looks */
	POLL_NS = 100000,
};

static inline unsigned int number_of(rcl_mutex_t *m)
{
	/* acquire: whether anything has moved. */
	return rcl_server_number(
		atomic_load_explicit(rcl_kind(m), memory_order_acquire));
}

/* Takes m if it is free and has no heir. */
bool rcl_take(rcl_mutex_t *m)
{
	unsigned int free = 0;

	/* acquire: what the last holder wrote. */
	return atomic_compare_exchange_strong_explicit(
		rcl_word(m), &free, RCL_HELD, memory_order_acquire,
		memory_order_relaxed);
}

/*
 * Takes m for the request that rcl_heir() has numbered so; or, if m is held, makes
 * the request its heir unless there is one already: RCL_BEHIND_ANOTHER if that is
 * another server's.
 * Requires that the caller has claimed the request.
 */
enum rcl_taken rcl_take_or_queue(rcl_mutex_t *m, unsigned int heir)
{
	/* seq_cst, here and below: whoever gives the lock back sees the heir
	 * and kicks, or the last scan before parking sees the lock free. */
	unsigned int word = atomic_load_explicit(rcl_word(m),
						 memory_order_seq_cst);
	unsigned int next;
	bool free;

	do {
		free = !(word & RCL_HELD);
		next = word / RCL_HEIR;
		if (next && (!free || next != heir))
			return (next - 1) / RCL_SLOTS == (heir - 1) / RCL_SLOTS ?
				       RCL_QUEUED : RCL_BEHIND_ANOTHER;
	} while (!atomic_compare_exchange_weak_explicit(
		rcl_word(m), &word, free ? RCL_HELD : heir * RCL_HEIR | RCL_HELD,
		memory_order_seq_cst, memory_order_seq_cst));
	return free ? RCL_TAKEN : RCL_QUEUED;
}

/* Gives m back.  m may be gone as soon as its word is free. */
void rcl_give(rcl_mutex_t *m)
{
	struct rcl_server *server;
	unsigned int heir;

	/* seq_cst: releases what the section wrote, and precedes the look at
	 * the parked server in rcl_kick(). */
	heir = atomic_fetch_sub_explicit(rcl_word(m), RCL_HELD,
					 memory_order_seq_cst) / RCL_HEIR;
	if (heir) {
		server = &rcl_servers[(heir - 1) / RCL_SLOTS];
		/* relaxed: a hint. */
		atomic_store_explicit(&server->heir,
				      (heir - 1) % RCL_SLOTS + 1,
				      memory_order_relaxed);
		rcl_kick(server);
	}
}

/* In the child of a fork: no heir is left. */
static void forsake(rcl_mutex_t *m)
{
	/* relaxed: there is one thread. */
	atomic_fetch_and_explicit(rcl_word(m), RCL_HELD, memory_order_relaxed);
}

/* A request that is withdrawn must not stay heir. */
static void disinherit(rcl_mutex_t *m, struct rcl_server *server,
		       unsigned int slot)
{
	unsigned int heir = rcl_heir(rcl_number_of(server), slot);
	/* relaxed: the compare-and-swap decides. */
	unsigned int word = atomic_load_explicit(rcl_word(m),
						 memory_order_relaxed);

	while (word / RCL_HEIR == heir)
		/* seq_cst: precedes the look in rcl_kick(). */
		if (atomic_compare_exchange_weak_explicit(
			    rcl_word(m), &word, word & RCL_HELD,
			    memory_order_seq_cst, memory_order_relaxed)) {
			rcl_kick(server);
			return;
		}
}

/* Takes the caller's posted request for m back, unless it has been claimed;
 * returns whether. */
static bool withdraw(struct rcl_thread *self, struct rcl_server *server,
		     rcl_mutex_t *m, unsigned int slot)
{
	struct rcl_slots *slots = server->slots;
	_Atomic unsigned int *state = &slots->requests[slot].state;
	/* relaxed: the number is the caller's own. */
	unsigned int number = atomic_load_explicit(state, memory_order_relaxed) &
			      RCL_NUMBER;
	bool won;

	rcl_wait_for(self, m);	/* a child forgets the heir */
	won = rcl_claim(slots, slot, number);
	if (won) {
		/* relaxed: nobody acts on it. */
		atomic_store_explicit(state, number | RCL_IDLE,
				      memory_order_relaxed);
		disinherit(m, server, slot);
	}
	rcl_wait_for(self, NULL);
	return won;
}

/* Posts the caller's request, the fields of which are written; returns whether the
 * server was parked. */
static inline bool post(struct rcl_server *server, unsigned int slot)
{
	_Atomic unsigned int *state = &server->slots->requests[slot].state;
	/* relaxed: the caller's own. */
	unsigned int number = atomic_load_explicit(state, memory_order_relaxed) &
			      RCL_NUMBER;

	/* seq_cst: releases the request's fields, and precedes the looks at the
	 * lists and, in rcl_kick(), at the parked server. */
	atomic_store_explicit(state, (number + RCL_SEQUENCE) | RCL_POSTED,
			      memory_order_seq_cst);
	if (__builtin_expect(!rcl_is_listed(server, slot), 0))
		rcl_list(server, slot);
	return rcl_kick(server);
}

static inline _Atomic unsigned int *state_at(struct rcl_thread *root,
					     unsigned int number)
{
	struct rcl_slots *slots = rcl_servers[number].slots;

	return &slots->requests[root->slot[number] - 1].state;
}

/* The servers, in a bitmap, that may have a detached request of the thread for
 * which the caller acts that must run before what it asks of this server. */
static inline uint32_t detached_before(struct rcl_thread *self,
				       unsigned int number)
{
	uint32_t detached = self->root->detached;

	return __builtin_expect(detached != 0, 0) && !rcl_anything_moved() ?
		       detached & 1u << number : detached;
}

/* Looks whether what a client has detached at a server has run, and then forgets
 * it. */
static bool settled_at(struct rcl_thread *client, unsigned int number)
{
	/* acquire: what the section wrote; and the line is the client's again. */
	if ((atomic_load_explicit(state_at(client, number),
				  memory_order_acquire) & RCL_PHASE) !=
	    RCL_DONE)
		return false;
	client->detached &= ~(1u << number);
	return true;
}

/* The slot (plus 1) of the caller at a server, whose line is free; or 0.  Requires
 * that what it has detached there has been settled, if it acts for itself. */
static inline unsigned int free_slot(struct rcl_thread *self,
				     unsigned int number)
{
	if (__builtin_expect(self->root != self &&
				     (self->detached >> number & 1), 0) &&
	    !settled_at(self, number))
		return 0;
	return rcl_slot(self, number);
}

/* Looks whether those in the bitmap have. */
static bool settled(struct rcl_thread *self, uint32_t servers)
{
	for (; servers; servers &= servers - 1)
		if (!settled_at(self->root,
				(unsigned int)__builtin_ctz(servers)))
			return false;
	return true;
}

/* The same, but waits for them, with abstime until then. */
static bool settle(struct rcl_thread *self, uint32_t servers,
		   const struct timespec *abstime)
{
	unsigned int number;

	for (; servers; servers &= servers - 1) {
		number = (unsigned int)__builtin_ctz(servers);
		if (!rcl_await(self, state_at(self->root, number), abstime) ||
		    !settled_at(self->root, number))
			return false;
	}
	return true;
}

/* Waits for all that the thread for which the caller acts has detached. */
void rcl_settle_all(struct rcl_thread *self)
{
	while (self->root->detached)
		settle(self, self->root->detached, NULL);
}

void rcl_flush(void)
{
	rcl_settle_all(rcl_self());
}

static int request_lease(struct rcl_thread *self, struct rcl_server *server,
			 unsigned int slot, rcl_mutex_t *m,
			 const struct timespec *abstime)
{
	struct rcl_request *request = &server->slots->requests[slot];

	request->section = NULL;
	request->mutex = m;
	request->how = 0;
	if (post(server, slot))
		rcl_await_waking(&request->state);
	while (!rcl_await(self, &request->state, abstime)) {
		if (withdraw(self, server, m, slot))
			return ETIMEDOUT;
		rcl_yield();	/* claimed: for a moment, or for good */
	}
	return 0;
}

/* Without a slot there is no turn to wait for: look again and again. */
static int poll_lease(rcl_mutex_t *m, const struct timespec *abstime)
{
	const struct timespec pause = { 0, POLL_NS };

	for (unsigned int i = 0; !rcl_take(m); i++) {
		if (abstime && rcl_passed(abstime))
			return ETIMEDOUT;
		if (i < POLL_YIELDS)
			rcl_yield();
		else
			rcl_syscall(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
	}
	return 0;
}

static inline bool serves(struct rcl_thread *self, unsigned int number)
{
	return self->servicer && self->servicer->server == &rcl_servers[number];
}

static bool remote_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	return settled(self, detached_before(self, number_of(m))) &&
	       rcl_take(m);
}

static int remote_acquire(struct rcl_thread *self, rcl_mutex_t *m,
			  const struct timespec *abstime)
{
	unsigned int number = number_of(m), slot;
	uint32_t before = detached_before(self, number);

	if (before) {
		if (!settle(self, before, abstime))
			return ETIMEDOUT;
		if (rcl_take(m))
			return 0;
	}
	/* The paper's Algorithm 2: let the owner, another thread of this
	 * server, go on. */
	for (int i = 0; serves(self, number) && i < NESTED_YIELDS; i++) {
		rcl_yield();
		if (rcl_take(m))
			return 0;
	}
	slot = free_slot(self, number);
	return slot ? request_lease(self, &rcl_servers[number], slot - 1, m,
				    abstime) :
		      poll_lease(m, abstime);
}

static void remote_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	rcl_give(m);
}

static const struct rcl_lock lease = { remote_attempt, remote_acquire,
				       remote_release };

RCL_OWNED_LEASES(lease)

/* Whether the section has to run on the calling thread. */
static inline bool stays(struct rcl_thread *self, unsigned int number,
			 rcl_mutex_t *m, unsigned int how)
{
	if (serves(self, number) || self->deep ||
	    (m->rcl_type != RCL_NORMAL && rcl_holds(self, m)))
		return true;
	return (how & RCL_ID_MASK) == RCL_ID_THREAD && !rcl_can_switch();
}

static inline void fill(struct rcl_request *request, rcl_mutex_t *m,
			rcl_section_fn *section, void *ctx, size_t size)
{
	request->section = section;
	request->mutex = m;
	request->size = size <= RCL_INLINE_BYTES ? (uint16_t)size : 0;
	if (request->size)
		memcpy(request->ctx.copy, ctx, size);
	else
		request->ctx.address = ctx;
}

/* Whether the request can outlive this call: it needs nothing of the caller,
 * who comes back to settle it. */
static inline bool detaches(struct rcl_thread *self, size_t size,
			    unsigned int how)
{
	return (how & RCL_DETACHED) && size <= RCL_INLINE_BYTES &&
	       self->root == self && !self->servicer;
}

/* Waits for the request, and takes from it what its section wrote. */
static inline int collect(struct rcl_thread *self, struct rcl_request *request,
			  void *ctx)
{
	rcl_await(self, &request->state, NULL);
	if (request->size)
		memcpy(ctx, request->ctx.copy, request->size);
	if ((request->how & RCL_ID_MASK) == RCL_ID_ERRNO)
		errno = request->error;
	return request->result;
}

/* The paper's Algorithm 2. */
static int remote_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		       size_t size, unsigned int how)
{
	struct rcl_thread *self = rcl_self();
	unsigned int number = number_of(m), slot;
	struct rcl_server *server = &rcl_servers[number];
	struct rcl_request *request;
	uint32_t before = detached_before(self, number);
	struct rcl_thread *acting;
	int state = 0, result;

	if (before && !(how & RCL_ATTEMPT ? settled(self, before) :
					    settle(self, before, NULL)))
		return -EBUSY;
	slot = stays(self, number, m, how) ? 0 : free_slot(self, number);
	if (slot-- == 0)
		return rcl_owned_exec(&lease, self, m, section, ctx, how);
	request = &server->slots->requests[slot];
	fill(request, m, section, ctx, size);
	request->how = (uint16_t)how;
	if (detaches(self, size, how)) {
		request->root = NULL;
		self->detached |= 1u << number;
		post(server, slot);
		return 0;
	}
	request->root = self->root;
	if ((how & RCL_ID_MASK) == RCL_ID_ERRNO)
		request->error = errno;
	if (!self->servicer)
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	acting = rcl_lend(self->root, how);
	if (post(server, slot))
		rcl_await_waking(&request->state);
	result = collect(self, request, ctx);
	rcl_reclaim(self->root, how, acting);
	if (!self->servicer)
		pthread_setcancelstate(state, &state);
	if (__builtin_expect(request->how >= RCL_SENT, 0))
		raise(request->how / RCL_SENT);
	if (__builtin_expect(rcl_ends(result), 0))
		rcl_end_thread();
	return result;
}

RCL_OWNED_OPS(rcl_remote_ops, "rcl", remote_exec, rcl_server_start, forsake,
	      NULL);
