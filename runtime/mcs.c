/* SPDX-License-Identifier: MIT */
/*
 * mcs.c - kind mcs: the queue lock of Mellor-Crummey and Scott (TOCS 1991), in
 * the form in which the lock stands in for its holder's node (that of the K42
 * system; Scott, "Shared-Memory Synchronization", section 4.3), so that nodes
 * are needed only while threads wait, and live on their stacks.
 *
 * rcl_tail is NULL while m is free, HELD while it is held and nobody waits, and
 * otherwise the last node; rcl_head is the first one's, once that has linked
 * itself.  Whoever finds HELD writes rcl_head, whoever finds a node that one's
 * next; the holder writes rcl_head when it takes its own node out.  Nobody
 * touches a node after its thread has taken it out: a successor that found it
 * as the tail is waited for.
 *
 * A place in the queue cannot be given up: who waits only until some time
 * attempts without one.
 */
#include "arch.h"
#include "owned.h"

static struct rcl_node held;
#define HELD (&held)

static bool mcs_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_node *none = NULL;

	(void)self;
	/* acquire: what the last holder wrote. */
	return atomic_compare_exchange_strong_explicit(
		rcl_queue_tail(m), &none, HELD, memory_order_acquire,
		memory_order_relaxed);
}

/* Takes the holder's node out of the queue, of which it is the first. */
static void take_out(rcl_mutex_t *m, struct rcl_node *node)
{
	struct rcl_node *expected = node, *next;
	unsigned int turns = 0;

	/* acquire: the next node's fields. */
	next = atomic_load_explicit(&node->next, memory_order_acquire);
	if (!next) {
		/* relaxed: the exchange releases it to who finds HELD. */
		atomic_store_explicit(rcl_queue_head(m), NULL,
				      memory_order_relaxed);
		if (atomic_compare_exchange_strong_explicit(
			    rcl_queue_tail(m), &expected, HELD,
			    memory_order_release, memory_order_relaxed))
			return;
		/* acquire: as above; the successor is about to link itself. */
		while (!(next = atomic_load_explicit(&node->next,
						     memory_order_acquire)))
			rcl_spin(&turns, NULL);
	}
	/* relaxed: the holder's own from here on. */
	atomic_store_explicit(rcl_queue_head(m), next, memory_order_relaxed);
}

static int mcs_acquire(struct rcl_thread *self, rcl_mutex_t *m,
		       const struct timespec *abstime)
{
	struct rcl_node node = { .state = RCL_POSTED }, *last;
	unsigned int turns = 0;

	if (abstime) {
		while (!mcs_attempt(self, m))
			if (!rcl_spin(&turns, abstime))
				return ETIMEDOUT;
		return 0;
	}
	rcl_wait_for(self, m);
	/* acq_rel: what the last holder wrote; the node, to the next. */
	last = atomic_exchange_explicit(rcl_queue_tail(m), &node,
					memory_order_acq_rel);
	if (last) {
		/* release: the node's fields. */
		atomic_store_explicit(last == HELD ? rcl_queue_head(m) :
						     &last->next,
				      &node, memory_order_release);
		/* acquire: what the last holder wrote. */
		while (atomic_load_explicit(&node.state,
					    memory_order_acquire) != RCL_DONE)
			rcl_spin_for(self, &turns, NULL);
	}
	take_out(m, &node);
	rcl_wait_for(self, NULL);
	return 0;
}

/* Gives m back where there is, or will be in a moment, a queue. */
static __attribute__((noinline)) void hand_over(rcl_mutex_t *m)
{
	struct rcl_node *first;
	unsigned int turns = 0;

	/* acquire: the first node's fields. */
	while (!(first = atomic_load_explicit(rcl_queue_head(m),
					      memory_order_acquire)))
		rcl_spin(&turns, NULL);
	/* release: what the section wrote. */
	atomic_store_explicit(&first->state, RCL_DONE, memory_order_release);
}

static void mcs_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_node *expected = HELD;

	(void)self;
	/* relaxed: hand_over() looks again.  release: what the section wrote. */
	if (atomic_load_explicit(rcl_queue_head(m), memory_order_relaxed) ||
	    !atomic_compare_exchange_strong_explicit(
		    rcl_queue_tail(m), &expected, NULL, memory_order_release,
		    memory_order_relaxed))
		hand_over(m);
}

static void mcs_forsake(rcl_mutex_t *m)
{
	/* relaxed: there is one thread. */
	if (!atomic_load_explicit(rcl_queue_tail(m), memory_order_relaxed))
		return;
	atomic_store_explicit(rcl_queue_tail(m), HELD, memory_order_relaxed);
	atomic_store_explicit(rcl_queue_head(m), NULL, memory_order_relaxed);
}

static const struct rcl_lock mcs = { mcs_attempt, mcs_acquire, mcs_release };

RCL_OWNED_KIND(rcl_mcs_ops, "mcs", mcs, NULL, mcs_forsake);
