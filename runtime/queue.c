/* SPDX-License-Identifier: MIT */
/*
 * queue.c - the slow paths of queue.h.
 */
#include "queue.h"

struct rcl_node rcl_queue_held;

struct rcl_node *rcl_linked(_Atomic(struct rcl_node *) *link)
{
	struct rcl_node *node;
	unsigned int turns = 0;

	/* acquire: the node's fields. */
	while (!(node = atomic_load_explicit(link, memory_order_acquire)))
		rcl_spin(&turns, NULL);
	return node;
}

bool rcl_queue_append(rcl_mutex_t *m, struct rcl_node *node)
{
	struct rcl_node *last;

	/* relaxed: the exchange releases it. */
	atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
	/* acq_rel: what the last holder wrote; the node, to the next. */
	last = atomic_exchange_explicit(rcl_queue_tail(m), node,
					memory_order_acq_rel);
	if (!last)
		return false;
	/* release: the node's fields. */
	atomic_store_explicit(last == RCL_QUEUE_HELD ? rcl_queue_head(m) :
						       &last->next,
			      node, memory_order_release);
	return true;
}

struct rcl_node *rcl_queue_take_off(rcl_mutex_t *m, struct rcl_node *node,
				    struct rcl_node *left)
{
	struct rcl_node *expected = node, *next;

	/* acquire: the next node's fields. */
	next = atomic_load_explicit(&node->next, memory_order_acquire);
	if (!next) {
		/* relaxed: the exchange releases it to who finds what is left. */
		atomic_store_explicit(rcl_queue_head(m), NULL,
				      memory_order_relaxed);
		/* release: what the sections wrote. */
		if (atomic_compare_exchange_strong_explicit(
			    rcl_queue_tail(m), &expected, left,
			    memory_order_release, memory_order_relaxed))
			return NULL;
		next = rcl_linked(&node->next);
	}
	/* relaxed: the holder's. */
	atomic_store_explicit(rcl_queue_head(m), next, memory_order_relaxed);
	return next;
}

void rcl_queue_forsake(rcl_mutex_t *m)
{
	/* relaxed: there is one thread. */
	if (!atomic_load_explicit(rcl_queue_tail(m), memory_order_relaxed))
		return;
	atomic_store_explicit(rcl_queue_tail(m), RCL_QUEUE_HELD,
			      memory_order_relaxed);
	atomic_store_explicit(rcl_queue_head(m), NULL, memory_order_relaxed);
}
