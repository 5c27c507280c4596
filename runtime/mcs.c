/* SPDX-License-Identifier: MIT */
/*
 * mcs.c - kind mcs: the queue lock of Mellor-Crummey and Scott (TOCS 1991).
 *
 * A node is POSTED until the holder hands m over, which makes it DONE; it lives
 * on its thread's stack.  A place in the queue cannot be given up: who waits only
 * until some time attempts without one.
 */
#include "arch.h"
#include "queue.h"

static const struct rcl_lock mcs;

static int mcs_acquire(struct rcl_thread *self, rcl_mutex_t *m,
		       const struct timespec *abstime)
{
	struct rcl_node node = { .state = RCL_POSTED };
	unsigned int turns = 0;

	if (abstime)
		return rcl_acquire_by_attempts(&mcs, self, m, abstime);
	rcl_wait_for(self, m);
	if (rcl_queue_append(m, &node))
		/* acquire: what the last holder wrote. */
		while (atomic_load_explicit(&node.state,
					    memory_order_acquire) != RCL_DONE)
			rcl_spin_for(self, &turns, NULL);
	rcl_queue_take_off(m, &node, RCL_QUEUE_HELD);
	rcl_wait_for(self, NULL);
	return 0;
}

static void mcs_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	if (__builtin_expect(!rcl_queue_free(m), 0))
		/* release: what the section wrote. */
		atomic_store_explicit(&rcl_linked(rcl_queue_head(m))->state,
				      RCL_DONE, memory_order_release);
}

static const struct rcl_lock mcs = {
	rcl_queue_attempt, mcs_acquire, mcs_release,
};

RCL_OWNED_KIND(rcl_mcs_ops, "mcs", mcs, NULL, rcl_queue_forsake);
