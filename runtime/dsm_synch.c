/* SPDX-License-Identifier: MIT */
/*
 * dsm_synch.c - kind dsm-synch: a queue of requests, in which each thread waits
 * on its own node (the algorithm DSM-Synch of Fatourou and Kallimanis, PPoPP
 * 2012).  It is meant for machines where a thread spins well only on its own
 * memory.
 *
 * Whoever comes writes its request into a node of its own, appends that, and
 * links the last one to it.
 *
 * The holder takes the first node off the queue before it sees to its request:
 * it waits until that is linked to the next, or if it is the last, exchanges it
 * for RCL_QUEUE_HELD.  Then nobody looks at the node any more but its client.
 * What becomes of a request, and when its client is told, says combine.h.
 * Whoever is granted m, or keeps it, goes on at rcl_head, which is written
 * before.  A section may itself give m back and take it again; so rcl_head is
 * read anew after each.
 *
 * Unlike the original, which keeps two nodes a thread and the last one in the
 * queue, threads have as many as they need, and to take a mutex that is free
 * needs none.
 */
#include "combine.h"
#include "queue.h"

static const struct rcl_combiner dsm;

static int dsm_acquire(struct rcl_thread *self, rcl_mutex_t *m,
		       const struct timespec *abstime)
{
	return rcl_combine_acquire(&dsm, self, m, abstime);
}

static struct rcl_node *dsm_post(struct rcl_thread *self, rcl_mutex_t *m,
				 struct rcl_post *post)
{
	struct rcl_node *node = rcl_node_get(self);

	/* relaxed: whoever appends releases it. */
	atomic_store_explicit(&node->state, post->state, memory_order_relaxed);
	rcl_fill(self, node, post);
	if (rcl_queue_append(m, node))
		return node;
	rcl_queue_take_off(m, node, RCL_QUEUE_HELD);
	rcl_node_put(self, node);
	return NULL;
}

static struct rcl_node *take_first(struct rcl_batch *batch)
{
	rcl_mutex_t *m = batch->m;
	struct rcl_node *node;

	if (rcl_queue_free(m))
		return NULL;
	node = rcl_linked(rcl_queue_head(m));
	rcl_queue_take_off(m, node, RCL_QUEUE_HELD);
	return node;
}

static void dsm_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	if (__builtin_expect(!rcl_queue_free(m), 0))
		rcl_serve_queue(self, m, take_first);
}

static const struct rcl_combiner dsm = {
	.lock = { rcl_queue_attempt, dsm_acquire, dsm_release },
	.copies = true,
	.post = dsm_post,
	.settle = rcl_node_put,
};

RCL_COMBINING_KIND(rcl_dsm_synch_ops, "dsm-synch", dsm, rcl_queue_forsake,
		   NULL);
