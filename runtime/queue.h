/* SPDX-License-Identifier: MIT */
/*
 * queue.h - the queue of waiting threads of kinds mcs, mcs-tp, cc-synch and
 * dsm-synch: that of Mellor-Crummey and Scott (TOCS 1991), in the form in which
 * the lock stands in for its holder's node (that of the K42 system; Scott,
 * "Shared-Memory Synchronization", section 4.3), so that nodes are needed only
 * while threads wait.
 *
 * rcl_tail is NULL while m is free, RCL_QUEUE_HELD while it is held and nobody
 * waits, and otherwise the last node; rcl_head is the first one, once that is
 * linked.  Whoever exchanges RCL_QUEUE_HELD for its node writes rcl_head,
 * whoever exchanges a node for its own that one's next.  Otherwise rcl_head is
 * the holder's, which makes it NULL before it empties the queue.  Nobody touches
 * a node that has been taken off: a successor that found it as the tail is
 * waited for.
 */
#ifndef RCL_QUEUE_H
#define RCL_QUEUE_H

#include "owned.h"

extern struct rcl_node rcl_queue_held;
#define RCL_QUEUE_HELD	(&rcl_queue_held)

static inline _Atomic(struct rcl_node *) *rcl_queue_tail(rcl_mutex_t *m)
{
	return (_Atomic(struct rcl_node *) *)(void *)&m->rcl_tail;
}

static inline _Atomic(struct rcl_node *) *rcl_queue_head(rcl_mutex_t *m)
{
	return (_Atomic(struct rcl_node *) *)(void *)&m->rcl_head;
}

/* The attempt of struct rcl_lock. */
RCL_ALWAYS_INLINE bool rcl_queue_attempt(struct rcl_thread *self,
					 rcl_mutex_t *m)
{
	struct rcl_node *none = NULL;

	(void)self;
	/* acquire: what the last holder wrote. */
	return atomic_compare_exchange_strong_explicit(
		rcl_queue_tail(m), &none, RCL_QUEUE_HELD, memory_order_acquire,
		memory_order_relaxed);
}

/* Frees m if nobody waits; returns whether. */
RCL_ALWAYS_INLINE bool rcl_queue_free(rcl_mutex_t *m)
{
	struct rcl_node *expected = RCL_QUEUE_HELD;

	/* relaxed: a hint.  release: what the sections wrote. */
	return !atomic_load_explicit(rcl_queue_head(m), memory_order_relaxed) &&
	       atomic_compare_exchange_strong_explicit(
		       rcl_queue_tail(m), &expected, NULL, memory_order_release,
		       memory_order_relaxed);
}

/* Waits for a link that somebody is about to write. */
struct rcl_node *rcl_linked(_Atomic(struct rcl_node *) *link);

/* Puts the node at the queue's end.  Returns false if m was free, and is now the
 * caller's: then the node is the first. */
bool rcl_queue_append(rcl_mutex_t *m, struct rcl_node *node);

/* Takes the first node off, as the holder.  If it is the last one, too, rcl_tail
 * becomes left: RCL_QUEUE_HELD, or NULL, which frees m.  Returns the next node,
 * now the first, or NULL if there is none. */
struct rcl_node *rcl_queue_take_off(rcl_mutex_t *m, struct rcl_node *node,
				    struct rcl_node *left);

/* The forsake of struct rcl_ops. */
void rcl_queue_forsake(rcl_mutex_t *m);

#endif /* RCL_QUEUE_H */
