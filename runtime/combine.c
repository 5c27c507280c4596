/* SPDX-License-Identifier: MIT */
/*
 * combine.c - requests of waiting threads, and what the holder does with them;
 * see combine.h.
 */
#include "combine.h"

enum {
	ENOUGH = 64,		/* sections of others: the holder's own caller
				   waits, too, but a hand-over costs as much as
				   several sections */
	OWED_NS = 20000,	/* how long wakes are put off: what one costs */
	TURNS = 288,		/* after which one who competes sleeps */
	SOME_ROOM = 1 << 20,	/* bytes of stack for who is on another */
	PAGE = 4096,
};

/* Bytes of stack that the calling thread has left; 0 if it is on another. */
static size_t room_left(const struct rcl_thread *self)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	uintptr_t left = here - self->stack_low;

	return left < self->stack ? left : 0;
}

/* Pages of stack that a section of the calling thread may count on, wherever it
 * runs: somewhat less than it has, for the holder may be a little deeper. */
static uint16_t pages_needed(const struct rcl_thread *self)
{
	size_t left = room_left(self);
	size_t pages = (left ? left - left / 8 : SOME_ROOM) / PAGE;

	return pages < UINT16_MAX ? (uint16_t)pages : UINT16_MAX;
}

void rcl_batch_begin(struct rcl_batch *batch, struct rcl_thread *self,
		     rcl_mutex_t *m)
{
	batch->self = self;
	batch->m = m;
	batch->event = RCL_COMBINED;
	batch->late = NULL;
	batch->served = 0;
	batch->enough = m && rcl_overlaps(self, m) ? 0 : ENOUGH;
	batch->owed_count = 0;
	batch->error = errno;
}

/* The newest first: it may hold the mutex. */
void rcl_wake_owed(struct rcl_batch *batch)
{
	while (batch->owed_count > 0)
		rcl_futex_wake(&batch->owed[--batch->owed_count]->state, 1);
}

static void owe_wake(struct rcl_batch *batch, struct rcl_node *node)
{
	if (batch->owed_count == RCL_OWED)
		rcl_wake_owed(batch);
	if (batch->owed_count == 0)
		batch->owed_since = rcl_now();
	batch->owed[batch->owed_count++] = node;
}

bool rcl_tell(struct rcl_batch *batch, struct rcl_node *node,
	      unsigned int outcome)
{
	/* relaxed: the compare-and-swap decides. */
	unsigned int state = atomic_load_explicit(&node->state,
						  memory_order_relaxed);

	do {
		if ((state & RCL_PHASE) != RCL_POSTED)
			return false;
		/* acq_rel: the result, and what the section wrote; acquire: a
		 * node that has been withdrawn. */
	} while (!atomic_compare_exchange_weak_explicit(
		&node->state, &state,
		(state & ~(RCL_KIND_FLAG - 1u)) | RCL_DONE | outcome,
		memory_order_acq_rel, memory_order_acquire));
	if (state & RCL_SLEEPING)
		owe_wake(batch, node);
	return true;
}

void rcl_tell_late(struct rcl_batch *batch)
{
	struct rcl_node *node = batch->late;

	batch->late = NULL;
	if (node && !rcl_tell(batch, node, batch->outcome))
		rcl_node_put(batch->self, node);
}

void rcl_batch_end(struct rcl_batch *batch)
{
	rcl_tell_late(batch);
	rcl_wake_owed(batch);
	if (batch->served > 0 && !batch->self->servicer)
		pthread_setcancelstate(batch->cancelable, &batch->cancelable);
	errno = batch->error;
}

/* Runs the section of a request, and returns the outcome. */
static unsigned int serve(struct rcl_batch *batch, struct rcl_node *node)
{
	/* The client looks at its line all the time: see server.c. */
	_Alignas(16) unsigned char copy[RCL_INLINE_BYTES];
	void *ctx = node->size ? copy : node->ctx.address;
	/* relaxed, here and below: by the state. */
	rcl_section_fn *section = atomic_load_explicit(&node->section,
						       memory_order_relaxed);
	int result;

	memcpy(copy, node->ctx.copy, sizeof(copy));
	/* Marks it as taken. */
	atomic_store_explicit(&node->section, NULL, memory_order_relaxed);
	if (batch->served == 0 && !batch->self->servicer)
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE,
				       &batch->cancelable);
	/* An aide's batch may have more than can be counted. */
	batch->served += batch->served < RCL_NO_LIMIT;
	if (rcl_stats_on)
		rcl_count(batch->m, batch->event);
	rcl_own_for(node->root, batch->m);
	result = rcl_run(batch->self, node->root, node->how, section,
			 ctx, &node->error);
	if (node->size)
		memcpy(node->ctx.copy, copy, sizeof(copy));
	node->result = rcl_keeps(result) ? result & ~RCL_KEEP : result;
	return rcl_disown_for(node->root, batch->m, rcl_keeps(result)) ?
		       RCL_KEPT : 0;
}

/* What to do with a request in this state: the outcome to tell, or 0 if its
 * section is to be run. */
static unsigned int judge(const struct rcl_batch *batch,
			  const struct rcl_node *node, unsigned int state)
{
	bool sleeps = state & RCL_SLEEPING;

	if ((state & RCL_PHASE) != RCL_POSTED)
		return RCL_CALLED;	/* withdrawn, which the telling finds */
	if (state & RCL_LEASE)
		return !sleeps || (state & RCL_INSISTS) ? RCL_GRANTED :
							  RCL_CALLED;
	if (room_left(batch->self) / PAGE < node->pages)
		return sleeps ? RCL_CALLED : RCL_GRANTED;
	if (batch->enough == RCL_NO_LIMIT)
		return 0;
	/* To serve one who sleeps is cheaper than to hand over to it. */
	return batch->served < (sleeps ? 2 : 1) * batch->enough ? 0 : RCL_GRANTED;
}

bool rcl_claim_node(struct rcl_node *node, unsigned int state)
{
	if (!(state & RCL_REVOCABLE))
		return true;
	/* Where there may be another server, it claims by the same step. */
	while ((state & RCL_PHASE) == RCL_POSTED && (state & RCL_REVOCABLE))
		/* acquire: a node that has been withdrawn. */
		if (atomic_compare_exchange_weak_explicit(
			    &node->state, &state, state & ~RCL_REVOCABLE,
			    memory_order_acquire, memory_order_acquire))
			return true;
	return false;
}

unsigned int rcl_handle(struct rcl_batch *batch, struct rcl_node *node,
			unsigned int state)
{
	unsigned int outcome = judge(batch, node, state);

	if (batch->owed_count > 0 &&
	    rcl_now() - batch->owed_since > OWED_NS)
		rcl_wake_owed(batch);
	if (outcome != 0)
		return outcome;
	return rcl_claim_node(node, state) ? serve(batch, node) : RCL_CALLED;
}

void rcl_serve_queue(struct rcl_thread *self, rcl_mutex_t *m,
		     rcl_take_first *take_first)
{
	struct rcl_batch batch;
	struct rcl_node *node;
	unsigned int state;

	rcl_batch_begin(&batch, self, m);
	while ((node = take_first(&batch))) {
		rcl_tell_late(&batch);
		/* relaxed: the link has been acquired, and brought the rest. */
		state = atomic_load_explicit(&node->state,
					     memory_order_relaxed);
		batch.outcome = rcl_handle(&batch, node, state);
		if ((batch.outcome & (RCL_KEPT | RCL_GRANTED)) &&
		    rcl_tell(&batch, node, batch.outcome))
			break;
		batch.late = node;
	}
	rcl_batch_end(&batch);
}

bool rcl_withdraw(struct rcl_node *node)
{
	/* relaxed: the compare-and-swap decides. */
	unsigned int state = atomic_load_explicit(&node->state,
						  memory_order_relaxed);

	while ((state & RCL_PHASE) == RCL_POSTED && (state & RCL_REVOCABLE))
		/* acq_rel: the node may be the holder's now; acquire: what the
		 * last holder wrote. */
		if (atomic_compare_exchange_weak_explicit(
			    &node->state, &state,
			    (state & ~(RCL_KIND_FLAG - 1u)) | RCL_IDLE,
			    memory_order_acq_rel, memory_order_acquire))
			return true;
	return false;
}

int rcl_compete(const struct rcl_lock *lock, struct rcl_thread *self,
		rcl_mutex_t *m, unsigned int turns,
		const struct timespec *abstime)
{
	unsigned int turn = 0;

	while (turn < turns) {
		/* relaxed: a hint, which spares the others the attempt. */
		if (!atomic_load_explicit(rcl_owner(m), memory_order_relaxed) &&
		    lock->attempt(self, m))
			return 0;
		if (!rcl_spin(&turn, abstime))
			return ETIMEDOUT;
	}
	return EBUSY;
}

/* Posts a lease and sleeps until its outcome, which is returned; 0 if it has
 * been withdrawn. */
static unsigned int sleep_for_lease(const struct rcl_combiner *kind,
				    struct rcl_thread *self, rcl_mutex_t *m,
				    unsigned int flags,
				    const struct timespec *abstime)
{
	struct rcl_post post = {
		.state = RCL_POSTED | RCL_LEASE | RCL_REVOCABLE | flags,
	};
	struct rcl_node *node = kind->post(self, m, &post);
	unsigned int outcome;

	if (!node) {
		outcome = RCL_GRANTED;
	} else if (!rcl_sleep(self, &node->state, abstime) &&
		   rcl_withdraw(node)) {
		outcome = 0;
		node = NULL;
	} else {
		/* relaxed: both have acquired. */
		outcome = atomic_load_explicit(&node->state,
					       memory_order_relaxed);
	}
	rcl_forget_node(self);
	if (node)
		kind->settle(self, node);
	return outcome;
}

int rcl_combine_acquire(const struct rcl_combiner *kind,
			struct rcl_thread *self, rcl_mutex_t *m,
			const struct timespec *abstime)
{
	unsigned int outcome = RCL_CALLED, flags = 0;
	int error = 0;

	rcl_wait_for(self, m);
	while (outcome & RCL_CALLED) {
		error = rcl_compete(&kind->lock, self, m, TURNS, abstime);
		if (error != EBUSY)
			break;
		outcome = sleep_for_lease(kind, self, m, flags, abstime);
		flags = RCL_INSISTS;
		error = outcome ? 0 : ETIMEDOUT;
	}
	rcl_wait_for(self, NULL);
	return error;
}

/* The rest of an execution whose caller has got m. */
static int hold(const struct rcl_combiner *kind, struct rcl_thread *self,
		rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		unsigned int how)
{
	rcl_own(self->root, m);
	return rcl_run_and_unlock(&kind->lock, self, m, section, ctx, how);
}

int rcl_combine_request(const struct rcl_combiner *kind,
			struct rcl_thread *self, rcl_mutex_t *m,
			rcl_section_fn *section, void *ctx, size_t size,
			unsigned int how)
{
	struct rcl_post post = {
		.state = RCL_POSTED,
		.section = section,
		.ctx = ctx,
		.size = kind->copies && size <= RCL_INLINE_BYTES ? size : 0,
		.root = self->root,
		.how = how,
		.error = errno,
		.pages = pages_needed(self),
	};
	unsigned int outcome = RCL_GRANTED;
	int cancelable = 0, result = 0, error = 0;
	struct rcl_thread *acting;
	struct rcl_node *node;

	if (!self->servicer)
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelable);
	rcl_wait_for(self, m);
	acting = rcl_lend(self->root, how);
	while ((node = kind->post(self, m, &post)) &&
	       !(kind->linger ? kind->linger(self, m, node, &post) :
				rcl_await(self, &node->state, NULL)))
		rcl_forget_node(self);
	if (node) {
		/* relaxed: the wait has acquired. */
		outcome = atomic_load_explicit(&node->state,
					       memory_order_relaxed);
		result = node->result;
		error = node->error;
		if (post.size)
			memcpy(ctx, node->ctx.copy, post.size);
	}
	rcl_reclaim(self->root, how, acting);
	rcl_wait_for(self, NULL);
	rcl_forget_node(self);
	if (node)
		kind->settle(self, node);
	if (!self->servicer)
		pthread_setcancelstate(cancelable, &cancelable);
	if (outcome & RCL_GRANTED)
		return hold(kind, self, m, section, ctx, how);
	if (outcome & RCL_CALLED)
		return rcl_owned_exec_slowly(&kind->lock, self, m, section, ctx,
					     how);
	if ((how & RCL_ID_MASK) == RCL_ID_ERRNO)
		errno = error;
	if (rcl_ends(result))
		rcl_end_thread();
	return result;
}

bool rcl_stays(const struct rcl_thread *self, rcl_mutex_t *m, unsigned int how)
{
	return (how & (RCL_ATTEMPT | RCL_BLOCKING)) ||
	       ((how & RCL_ID_MASK) == RCL_ID_THREAD && !rcl_can_switch()) ||
	       (m->rcl_type != RCL_NORMAL && rcl_holds(self, m));
}

int rcl_combine_exec_slowly(const struct rcl_combiner *kind,
			    struct rcl_thread *self, rcl_mutex_t *m,
			    rcl_section_fn *section, void *ctx, size_t size,
			    unsigned int how)
{
	if (rcl_stays(self, m, how))
		return rcl_owned_exec_slowly(&kind->lock, self, m, section, ctx,
					     how);
	if (kind->lock.attempt(self, m))
		return hold(kind, self, m, section, ctx, how);
	return rcl_combine_request(kind, self, m, section, ctx, size, how);
}
