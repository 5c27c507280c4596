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

static const struct rcl_combiner dsm;

static bool dsm_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	return rcl_queue_attempt(m);
}

static int dsm_acquire(struct rcl_thread *self, rcl_mutex_t *m,
		       const struct timespec *abstime)
{
	return rcl_combine_acquire(&dsm, self, m, abstime);
}

/* Takes a node off the queue, of which it is the first. */
static void take_off(rcl_mutex_t *m, struct rcl_node *node)
{
	struct rcl_node *expected = node, *next;

	/* acquire: the next node. */
	next = atomic_load_explicit(&node->next, memory_order_acquire);
	if (!next) {
		/* relaxed: the exchange releases it. */
		atomic_store_explicit(rcl_queue_head(m), NULL,
				      memory_order_relaxed);
		/* release: to who finds RCL_QUEUE_HELD and writes it. */
		if (atomic_compare_exchange_strong_explicit(
			    rcl_queue_tail(m), &expected, RCL_QUEUE_HELD,
			    memory_order_release, memory_order_relaxed))
			return;
		next = rcl_linked(&node->next);
	}
	/* relaxed: the holder's. */
	atomic_store_explicit(rcl_queue_head(m), next, memory_order_relaxed);
}

static struct rcl_node *dsm_post(struct rcl_thread *self, rcl_mutex_t *m,
				 const struct rcl_post *post)
{
	struct rcl_node *node = rcl_node_get(self), *last;

	/* relaxed: the exchange releases them. */
	atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&node->state, post->state, memory_order_relaxed);
	rcl_fill(self, node, post);
	/* acq_rel: what the last holder wrote; the node, to the next. */
	last = atomic_exchange_explicit(rcl_queue_tail(m), node,
					memory_order_acq_rel);
	if (!last) {
		take_off(m, node);
		rcl_node_put(self, node);
		return NULL;
	}
	/* release: the request. */
	atomic_store_explicit(last == RCL_QUEUE_HELD ? rcl_queue_head(m) :
						       &last->next,
			      node, memory_order_release);
	return node;
}

static struct rcl_node *take_first(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_node *node;

	(void)self;
	if (rcl_queue_free(m))
		return NULL;
	node = rcl_linked(rcl_queue_head(m));
	take_off(m, node);
	return node;
}

static void dsm_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	if (__builtin_expect(!rcl_queue_free(m), 0))
		rcl_serve_queue(self, m, take_first);
}

static const struct rcl_combiner dsm = {
	{ dsm_attempt, dsm_acquire, dsm_release }, dsm_post, rcl_node_put,
};

RCL_COMBINING_KIND(rcl_dsm_synch_ops, "dsm-synch", dsm, rcl_forsake_queue,
		   NULL);
