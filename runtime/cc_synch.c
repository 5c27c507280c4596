/* SPDX-License-Identifier: MIT */
/*
 * cc_synch.c - kind cc-synch: a queue of requests, in which each thread waits
 * on the node that its predecessor brought (the algorithm CC-Synch of Fatourou
 * and Kallimanis, PPoPP 2012).
 *
 * The last node of the queue is empty.  Whoever comes appends an empty node,
 * writes its request into the one that was the last, and links that to the new
 * one.  So nodes move from thread to thread: each gives one and gets one.  The
 * first to come finds no node but RCL_QUEUE_HELD, and brings two.
 *
 * The holder takes the first node off the queue, and so a request, once that is
 * linked to another.  If it is not and is the last, too, nobody waits: the
 * holder exchanges it for NULL, keeps it, and m is free.  What becomes of a
 * request, and when its client is told, says combine.h.  Whoever is granted m,
 * or keeps it, goes on at rcl_head, which is written before.  A section may
 * itself give m back and take it again; so rcl_head is read anew after each.
 *
 * Unlike the original, no node belongs to the mutex: a free one owns no memory,
 * and to take one that is free needs no node.
 */
#include "combine.h"
#include "queue.h"

static const struct rcl_combiner cc;

static int cc_acquire(struct rcl_thread *self, rcl_mutex_t *m,
		      const struct timespec *abstime)
{
	return rcl_combine_acquire(&cc, self, m, abstime);
}

static struct rcl_node *cc_post(struct rcl_thread *self, rcl_mutex_t *m,
				struct rcl_post *post)
{
	struct rcl_node *empty = rcl_node_get(self), *last, *node;

	/* relaxed: the exchange releases it. */
	atomic_store_explicit(&empty->next, NULL, memory_order_relaxed);
	/* acq_rel: what the last holder wrote; the node, to the next. */
	last = atomic_exchange_explicit(rcl_queue_tail(m), empty,
					memory_order_acq_rel);
	if (!last) {
		/* relaxed: the holder's, which is this thread. */
		atomic_store_explicit(rcl_queue_head(m), empty,
				      memory_order_relaxed);
		return NULL;
	}
	node = last == RCL_QUEUE_HELD ? rcl_node_get(self) : last;
	/* relaxed: the link releases it. */
	atomic_store_explicit(&node->state, post->state, memory_order_relaxed);
	rcl_fill(self, node, post);
	/* release: the request, and the empty node. */
	atomic_store_explicit(&node->next, empty, memory_order_release);
	if (last == RCL_QUEUE_HELD)
		/* release: the same. */
		atomic_store_explicit(rcl_queue_head(m), node,
				      memory_order_release);
	return node;
}

static struct rcl_node *take_first(struct rcl_batch *batch)
{
	rcl_mutex_t *m = batch->m;
	struct rcl_node *node;

	if (rcl_queue_free(m))
		return NULL;
	node = rcl_linked(rcl_queue_head(m));
	if (rcl_queue_take_off(m, node, NULL))
		return node;
	rcl_node_put(batch->self, node);
	return NULL;
}

static void cc_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	if (__builtin_expect(!rcl_queue_free(m), 0))
		rcl_serve_queue(self, m, take_first);
}

static const struct rcl_combiner cc = {
	.lock = { rcl_queue_attempt, cc_acquire, cc_release },
	.copies = true,
	.post = cc_post,
	.settle = rcl_node_put,
};

RCL_COMBINING_KIND(rcl_cc_synch_ops, "cc-synch", cc, rcl_queue_forsake, NULL);
