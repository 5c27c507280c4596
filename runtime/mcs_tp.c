/* SPDX-License-Identifier: MIT */
/*
 * mcs_tp.c - kind mcs-tp: a queue lock that passes over threads that do not run
 * (the time-published lock MCS-TP of He, Scherer and Scott, HiPC 2005).
 *
 * A waiting thread publishes the time in its node again and again.  Whoever gives
 * the lock back hands it to the first thread whose time is recent, and drops the
 * nodes before it; their threads notice when they run, and queue anew.  If all
 * are dropped, the lock is free.
 *
 * The states of a node, and who may move it:
 *	WAITING -> GRANTED	the holder, handing over
 *	WAITING -> DROPPED	the holder, having taken the node off the queue
 *	WAITING -> LEFT		its thread, whose time is up; the holder that comes
 *				upon the node takes it off and into its own stock
 * The holder touches a node that it has dropped or handed over to no more.
 *
 * Unlike the original, a waiting thread judges by its own wait, not by a time
 * that the holder publishes, when to make room for others: it spins, yields,
 * then sleeps for longer and longer, and is passed over meanwhile.
 */
#include "arch.h"
#include "queue.h"

enum state { WAITING, GRANTED, DROPPED, LEFT };

enum {
	RECENT_NS = 20000,	/* a published time is, that is so old at most */
	SPIN_NS = 10000,	/* after which a thread yields */
	YIELDS = 64,		/* after which it sleeps */
	LEAST_NAP_NS = 50000,
	MOST_NAP_NS = 2000000,
};

/* Makes room for others, the longer the wait has lasted. */
static void make_room(unsigned int *turns)
{
	struct timespec nap = { 0, LEAST_NAP_NS };

	if (++*turns < YIELDS) {
		rcl_yield();
		return;
	}
	for (unsigned int i = YIELDS; i < *turns && nap.tv_nsec < MOST_NAP_NS; i++)
		nap.tv_nsec *= 2;
	rcl_syscall(SYS_nanosleep, (long)&nap, 0, 0, 0, 0, 0);
}

/* Waits until the node is not WAITING any more, and returns its state. */
static unsigned int wait_granted(struct rcl_thread *self, struct rcl_node *node,
				 unsigned int *turns,
				 const struct timespec *abstime)
{
	unsigned int state, waiting;
	uint64_t start = rcl_now(), time = start;

	for (;;) {
		/* acquire: what the last holder wrote. */
		state = atomic_load_explicit(&node->state,
					     memory_order_acquire);
		if (state != WAITING)
			return state;
		waiting = WAITING;
		if (abstime && rcl_passed(abstime) &&
		    /* acq_rel: the node goes to the holder. */
		    atomic_compare_exchange_strong_explicit(
			    &node->state, &waiting, LEFT, memory_order_acq_rel,
			    memory_order_relaxed))
			return LEFT;
		if (time - start < SPIN_NS)
			rcl_pause();
		else
			make_room(turns);
		if (!abstime && *turns > YIELDS)
			rcl_long_spin(self);
		time = rcl_now();
		/* relaxed: a hint. */
		atomic_store_explicit(&node->ctx.stamp, time,
				      memory_order_relaxed);
	}
}

/* Queues, unless m is free, and waits; returns the state of the node. */
static unsigned int queue_up(struct rcl_thread *self, rcl_mutex_t *m,
			     struct rcl_node *node, unsigned int *turns,
			     const struct timespec *abstime)
{
	/* relaxed: whoever appends releases them. */
	atomic_store_explicit(&node->state, WAITING, memory_order_relaxed);
	atomic_store_explicit(&node->ctx.stamp, rcl_now(), memory_order_relaxed);
	return rcl_queue_append(m, node) ?
		       wait_granted(self, node, turns, abstime) :
		       (unsigned int)GRANTED;
}

static int tp_acquire(struct rcl_thread *self, rcl_mutex_t *m,
		      const struct timespec *abstime)
{
	struct rcl_node *node;
	unsigned int state, turns = 0;

	rcl_wait_for(self, m);
	node = rcl_node_get(self);
	do {
		state = queue_up(self, m, node, &turns, abstime);
	} while (state == DROPPED);
	if (state == GRANTED) {
		rcl_queue_take_off(m, node, RCL_QUEUE_HELD);
		rcl_node_put(self, node);
	}
	rcl_wait_for(self, NULL);
	return state == GRANTED ? 0 : ETIMEDOUT;
}

/* Hands m over to the thread of the node if that seems to run. */
static bool hand_over(struct rcl_node *node, uint64_t time)
{
	unsigned int waiting = WAITING;
	/* relaxed: a hint. */
	uint64_t stamp = atomic_load_explicit(&node->ctx.stamp,
					      memory_order_relaxed);

	return (stamp > time || time - stamp < RECENT_NS) &&
	       /* release: what the section wrote.  Fails if it has left. */
	       atomic_compare_exchange_strong_explicit(
		       &node->state, &waiting, GRANTED, memory_order_release,
		       memory_order_relaxed);
}

/* Lets go of a node that is off the queue. */
static void drop(struct rcl_thread *self, struct rcl_node *node)
{
	unsigned int waiting = WAITING;

	/* acq_rel: its next has been read; a node that was left is ours. */
	if (!atomic_compare_exchange_strong_explicit(&node->state, &waiting,
						     DROPPED,
						     memory_order_acq_rel,
						     memory_order_acquire))
		rcl_node_put(self, node);
}

/* Hands m over to the first who runs; if there is none, m is free. */
static __attribute__((noinline)) void hand_on(struct rcl_thread *self,
					      rcl_mutex_t *m)
{
	uint64_t time = rcl_now();
	struct rcl_node *node = rcl_linked(rcl_queue_head(m)), *next;

	for (; node && !hand_over(node, time); node = next) {
		next = rcl_queue_take_off(m, node, NULL);
		drop(self, node);
	}
}

static void tp_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	if (__builtin_expect(!rcl_queue_free(m), 0))
		hand_on(self, m);
}

static const struct rcl_lock tp = { rcl_queue_attempt, tp_acquire, tp_release };

RCL_OWNED_KIND(rcl_mcs_tp_ops, "mcs-tp", tp, rcl_nodes_start,
	       rcl_queue_forsake);
