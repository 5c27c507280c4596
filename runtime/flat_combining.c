/* SPDX-License-Identifier: MIT */
/*
 * flat_combining.c - kind flat-combining: a lock, and a list of the records in
 * which threads publish requests (Hendler, Incze, Shavit and Tzafrir, SPAA
 * 2010).
 *
 * rcl_word	HELD, and WANTED: somebody has announced a request since the
 *		holder last began to look.  m is not freed while it is WANTED
 * rcl_head	the list; anybody may put a record at its head, only the holder
 *		takes one off
 * rcl_tail	the list's number, unique in the process, 0 before it has one
 *
 * A thread finds its record again in a small table, by the mutex, and a record
 * stays in the list while it is used.  Beside what combine.h says of its state:
 *
 *	+ ENLISTED	its thread, before it puts it into the list
 *	- ENLISTED	the holder, or who destroys the mutex, having taken it
 *			off: one not used since two tidyings
 *	+ POSTING	its thread, before POSTED: it has announced a request,
 *			and may still touch the mutex
 *	+ AGED		the holder; its thread takes it away when it posts
 *	+ LEFT		its thread, which has no more use for it; the holder
 *			takes it off and into its own stock
 *
 * All these are steps by compare-and-swap from a state seen: so a thread that
 * posts in a record finds it enlisted and keeps it so, or enlists it; and
 * whoever has taken off a record that is POSTING meanwhile puts it back.
 *
 * Nothing is lost.  A thread that waits is POSTING in an enlisted record, then
 * makes the word WANTED, and looks at that: if m is free it takes it, and else
 * it is POSTED from then on and touches m no more.  The holder takes WANTED
 * away before it looks at the list, and does not free m while it is WANTED.  So
 * either it sees the request, or m is WANTED again.  If it sees POSTING, it
 * makes m WANTED itself and looks again; likewise before it hands m over.
 *
 * A section may give m back and take it again, and other holders may have come
 * in between.  Therefore the request that is being run is marked (by no
 * section), its record stays enlisted as it is POSTED, and the holder goes on
 * from there with the list as it is then.
 *
 * Nothing is run twice.  Another holder may still see POSTED in a record whose
 * client is to be told late, and finds no section in it.  The client may be told
 * and post again while it looks: asks() says why it never takes the section of
 * the new request for one of the old state.
 *
 * A mutex whose memory is freed without rcl_mutex_destroy() leaves records
 * behind.  Another list in the same place has another number, so that their
 * threads enlist anew; records whose threads meet no mutex in that place again
 * are lost.
 */
#include "combine.h"

enum {
	HELD = 1,		/* of the word */
	WANTED = 2,

	ENLISTED = RCL_KIND_FLAG, /* of a record's state */
	LEFT = RCL_KIND_FLAG << 1,
	AGED = RCL_KIND_FLAG << 2,
	POSTING = RCL_KIND_FLAG << 3,

	TIDY = 64,		/* passes of a thread, one of which tidies */
};

static inline _Atomic(struct rcl_node *) *list_of(rcl_mutex_t *m)
{
	return (_Atomic(struct rcl_node *) *)(void *)&m->rcl_head;
}

static inline unsigned int state_of(struct rcl_node *node)
{
	/* acquire: a request's fields. */
	return atomic_load_explicit(&node->state, memory_order_acquire);
}

static const struct rcl_combiner fc;

/* Takes m if it is free, WANTED or not. */
static __attribute__((noinline)) bool take_wanted(rcl_mutex_t *m)
{
	/* relaxed: the compare-and-swap decides. */
	unsigned int word = atomic_load_explicit(rcl_word(m),
						 memory_order_relaxed);

	while (!(word & HELD))
		/* acquire: what the last holder wrote. */
		if (atomic_compare_exchange_weak_explicit(
			    rcl_word(m), &word, word | HELD,
			    memory_order_acquire, memory_order_relaxed))
			return true;
	return false;
}

static bool fc_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	unsigned int free = 0;

	(void)self;
	/* acquire: as above. */
	return atomic_compare_exchange_strong_explicit(
		       rcl_word(m), &free, HELD, memory_order_acquire,
		       memory_order_relaxed) || take_wanted(m);
}

static int fc_acquire(struct rcl_thread *self, rcl_mutex_t *m,
		      const struct timespec *abstime)
{
	return rcl_combine_acquire(&fc, self, m, abstime);
}

/*
 * The client's part.
 */

/* The number of the list of m. */
static uint64_t number_of(rcl_mutex_t *m)
{
	static _Atomic uintptr_t last;
	_Atomic uintptr_t *number = (_Atomic uintptr_t *)(void *)&m->rcl_tail;
	/* relaxed, here and below: the number is all there is. */
	uintptr_t known = atomic_load_explicit(number, memory_order_relaxed),
		  next;

	if (known)
		return known;
	next = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
	return atomic_compare_exchange_strong_explicit(
		       number, &known, next, memory_order_relaxed,
		       memory_order_relaxed) ? next : known;
}

/* Leaves a record to the holders of its mutex; false if it is not enlisted. */
static bool leave(struct rcl_node *node)
{
	unsigned int state = state_of(node);

	while (state & ENLISTED)
		/* acq_rel: to and from the holder. */
		if (atomic_compare_exchange_weak_explicit(
			    &node->state, &state, state | LEFT,
			    memory_order_acq_rel, memory_order_acquire))
			return true;
	return false;
}

static struct rcl_record *place_of(struct rcl_thread *self, rcl_mutex_t *m)
{
	uintptr_t address = (uintptr_t)m / RCL_LINE;

	return &self->records[(address ^ address / RCL_RECORDS) % RCL_RECORDS];
}

/* The thread's record for m. */
static struct rcl_node *record_of(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_record *record = place_of(self, m);
	struct rcl_node *node = record->node;
	uint64_t number = number_of(m);

	/* relaxed, here and below: written by this thread only. */
	if (node && atomic_load_explicit(&node->ctx.stamp, memory_order_relaxed) ==
			    number)
		return node;
	/* In the place of m: then the list in which it was is no more. */
	if (!node || (record->mutex != m && leave(node)))
		node = rcl_node_get(self);
	atomic_store_explicit(&node->state, RCL_IDLE, memory_order_relaxed);
	atomic_store_explicit(&node->ctx.stamp, number, memory_order_relaxed);
	record->mutex = m;
	record->node = node;
	return node;
}

/* Puts a record into the list. */
static void push(struct rcl_node *node, rcl_mutex_t *m)
{
	/* relaxed: the compare-and-swap decides. */
	struct rcl_node *first = atomic_load_explicit(list_of(m),
						      memory_order_relaxed);

	do
		/* relaxed: the compare-and-swap releases it. */
		atomic_store_explicit(&node->next, first, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(
		list_of(m), &first, node, memory_order_release,
		memory_order_relaxed));
}

/* Makes the record POSTING, and has it enlisted. */
static void announce(struct rcl_node *node, rcl_mutex_t *m)
{
	unsigned int state = state_of(node);

	/* acquire: from a holder that has taken it off; the word releases. */
	while (!atomic_compare_exchange_weak_explicit(
		&node->state, &state, RCL_IDLE | ENLISTED | POSTING,
		memory_order_acquire, memory_order_acquire))
		;
	if (!(state & ENLISTED))
		push(node, m);
}

static struct rcl_node *fc_post(struct rcl_thread *self, rcl_mutex_t *m,
				struct rcl_post *post)
{
	struct rcl_node *node = record_of(self, m);
	unsigned int word;

	rcl_fill(self, node, post);
	announce(node, m);
	/* release: the announcement. */
	word = atomic_fetch_or_explicit(rcl_word(m), WANTED,
					memory_order_release);
	if (!(word & HELD) && take_wanted(m)) {
		/* relaxed: none but this thread, the holder, looks. */
		atomic_store_explicit(&node->state, RCL_IDLE | ENLISTED,
				      memory_order_relaxed);
		return NULL;
	}
	/* release: the request. */
	atomic_store_explicit(&node->state, post->state | ENLISTED,
			      memory_order_release);
	return node;
}

/* The record stays where it is. */
static void fc_settle(struct rcl_thread *self, struct rcl_node *node)
{
	(void)self, (void)node;
}

void rcl_records_return(struct rcl_thread *self)
{
	for (unsigned int i = 0; i < RCL_RECORDS; i++) {
		struct rcl_node *node = self->records[i].node;

		if (node && !leave(node))
			rcl_node_put(self, node);
		self->records[i] = (struct rcl_record){ NULL, NULL };
	}
}

/*
 * The holder's part.
 */

static inline void want(rcl_mutex_t *m)
{
	/* relaxed: by the holder, for the next one. */
	atomic_fetch_or_explicit(rcl_word(m), WANTED, memory_order_relaxed);
}

static inline struct rcl_node *next_of(struct rcl_node *node)
{
	/* relaxed: the head has been acquired. */
	return atomic_load_explicit(&node->next, memory_order_relaxed);
}

static inline struct rcl_node *first_of(rcl_mutex_t *m)
{
	/* acquire: the records' links. */
	return atomic_load_explicit(list_of(m), memory_order_acquire);
}

/* Sees to a request; returns whether m has another holder then. */
static bool see_to(struct rcl_batch *batch, struct rcl_node *node,
		   unsigned int state)
{
	unsigned int outcome;

	rcl_tell_late(batch);
	outcome = rcl_handle(batch, node, state);
	if (outcome == 0) {
		batch->late = node;
		batch->outcome = 0;
		return false;
	}
	if (outcome & (RCL_KEPT | RCL_GRANTED)) {
		want(batch->m);
		return rcl_tell(batch, node, outcome);
	}
	rcl_tell(batch, node, outcome);
	return false;
}

/*
 * Whether there is a request in the record that nobody sees to; its state is
 * *state.  The last holder may tell one whose section has run only now, long
 * after it has given m back: the section is looked at first, so that one that is
 * the client's next request comes with a state that is no older.
 */
static bool asks(const struct rcl_batch *batch, struct rcl_node *node,
		 unsigned int *state)
{
	/* acquire: the outcome that its client has been told. */
	bool section = atomic_load_explicit(&node->section, memory_order_acquire);

	*state = state_of(node);
	return (*state & RCL_PHASE) == RCL_POSTED && node != batch->late &&
	       ((*state & RCL_LEASE) || section);
}

/* Takes a record off the list; prev is the one before it, NULL if there was
 * none. */
static void take_off(rcl_mutex_t *m, struct rcl_node *prev,
		     struct rcl_node *node)
{
	struct rcl_node *expected = node;

	/* relaxed: nothing is read from it. */
	if (!prev && atomic_compare_exchange_strong_explicit(
			     list_of(m), &expected, next_of(node),
			     memory_order_relaxed, memory_order_relaxed))
		return;
	for (prev = prev ? prev : first_of(m); next_of(prev) != node;)
		prev = next_of(prev);
	/* relaxed: only holders read it again. */
	atomic_store_explicit(&prev->next, next_of(node), memory_order_relaxed);
}

/* Gives a record that is off the list to whom it belongs. */
static void discharge(struct rcl_thread *self, rcl_mutex_t *m,
		      struct rcl_node *node)
{
	unsigned int state = state_of(node);

	while (state & AGED && !(state & LEFT))
		/* acq_rel: to and from its thread. */
		if (atomic_compare_exchange_weak_explicit(
			    &node->state, &state, state & ~(ENLISTED | AGED),
			    memory_order_acq_rel, memory_order_acquire))
			return;
	if (state & LEFT)
		rcl_node_put(self, node);
	else
		push(node, m);
}

/* Takes off the records that were left, and those not used since last time. */
static void tidy(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_node *node, *next, *prev = NULL;
	unsigned int state;

	for (node = first_of(m); node; node = next) {
		next = next_of(node);
		state = state_of(node);
		if (state & (LEFT | AGED)) {
			take_off(m, prev, node);
			discharge(self, m, node);
			continue;
		}
		prev = node;
		if ((state & RCL_PHASE) != RCL_POSTED && !(state & POSTING))
			/* relaxed: a mark.  Fails if it is used. */
			atomic_compare_exchange_strong_explicit(
				&node->state, &state, state | AGED,
				memory_order_relaxed, memory_order_relaxed);
	}
}

/* Looks at every record once; returns whether m has another holder then. */
static bool pass(struct rcl_batch *batch, unsigned int *turns)
{
	struct rcl_thread *self = batch->self;
	bool untidy = ++self->passes % TIDY == 0;
	unsigned int state, seen = 0;
	bool asked;

	/* acquire: announcements; a release for those who see it later. */
	atomic_fetch_and_explicit(rcl_word(batch->m), ~(unsigned int)WANTED,
				  memory_order_acq_rel);
	for (struct rcl_node *node = first_of(batch->m); node;
	     node = next_of(node)) {
		asked = asks(batch, node, &state);
		seen |= state;
		if (asked && see_to(batch, node, state))
			return true;
	}
	if (untidy || (seen & LEFT))
		tidy(self, batch->m);
	if (seen & POSTING) {
		want(batch->m);
		rcl_spin(turns, NULL);
	}
	return false;
}

static bool free_unless_wanted(rcl_mutex_t *m)
{
	unsigned int held = HELD;

	/* release: what the sections wrote. */
	return atomic_compare_exchange_strong_explicit(
		rcl_word(m), &held, 0, memory_order_release,
		memory_order_relaxed);
}

/* Serves the list until m is free, or has another holder. */
static __attribute__((noinline)) void serve_list(struct rcl_thread *self,
						 rcl_mutex_t *m)
{
	struct rcl_batch batch;
	unsigned int turns = 0;

	rcl_batch_begin(&batch, self, m);
	while (!pass(&batch, &turns) && !free_unless_wanted(m))
		;
	rcl_batch_end(&batch);
}

static void fc_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	if (__builtin_expect(!free_unless_wanted(m), 0))
		serve_list(self, m);
}

static void fc_forsake(rcl_mutex_t *m)
{
	/* relaxed: there is one thread. */
	atomic_fetch_and_explicit(rcl_word(m), ~(unsigned int)WANTED,
				  memory_order_relaxed);
	m->rcl_head = m->rcl_tail = NULL;
}

static void fc_destroy(rcl_mutex_t *m)
{
	struct rcl_thread *self = rcl_self();
	struct rcl_node *node, *next;
	unsigned int state;

	for (node = first_of(m); node; node = next) {
		next = next_of(node);
		state = state_of(node);
		/* acq_rel: to and from its thread. */
		while (!atomic_compare_exchange_weak_explicit(
			&node->state, &state, state & ~(ENLISTED | AGED),
			memory_order_acq_rel, memory_order_acquire))
			;
		if (state & LEFT)
			rcl_node_put(self, node);
	}
	m->rcl_head = m->rcl_tail = NULL;
}

static const struct rcl_combiner fc = {
	.lock = { fc_attempt, fc_acquire, fc_release },
	.post = fc_post,
	.settle = fc_settle,
};

RCL_COMBINING_KIND(rcl_flat_combining_ops, "flat-combining", fc, fc_forsake,
		   fc_destroy);
