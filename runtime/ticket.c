/* SPDX-License-Identifier: MIT */
/*
 * ticket.c - kind ticket: threads are served in the order of their tickets.
 *
 * rcl_word is the next ticket, drawn by fetch-and-add; rcl_tail, as a number,
 * the one now served, written by the holder only.  A ticket cannot be given
 * back: who waits only until some time attempts without one.
 */
#include "arch.h"
#include "owned.h"

static inline _Atomic unsigned int *served(rcl_mutex_t *m)
{
	return (_Atomic unsigned int *)(void *)&m->rcl_tail;
}

static bool ticket_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	/* acquire: what the last holder wrote. */
	unsigned int now = atomic_load_explicit(served(m),
						memory_order_acquire);

	(void)self;
	/* relaxed: the load has acquired all that the holder of this number
	 * saw, and nobody has drawn it since if the exchange succeeds. */
	return atomic_compare_exchange_strong_explicit(
		rcl_word(m), &now, now + 1, memory_order_relaxed,
		memory_order_relaxed);
}

static const struct rcl_lock ticket;

static int ticket_acquire(struct rcl_thread *self, rcl_mutex_t *m,
			  const struct timespec *abstime)
{
	unsigned int mine, turns = 0;

	if (abstime)
		return rcl_acquire_by_attempts(&ticket, self, m, abstime);
	rcl_wait_for(self, m);
	/* release: a fork's child that sees the ticket drawn sees by whom. */
	mine = atomic_fetch_add_explicit(rcl_word(m), 1, memory_order_release);
	/* acquire: what the last holder wrote. */
	while (atomic_load_explicit(served(m), memory_order_acquire) != mine)
		rcl_spin_for(self, &turns, NULL);
	rcl_wait_for(self, NULL);
	return 0;
}

static void ticket_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	/* relaxed: the holder's own.  release: what the section wrote. */
	atomic_store_explicit(served(m),
			      atomic_load_explicit(served(m),
						   memory_order_relaxed) + 1,
			      memory_order_release);
}

static void ticket_forsake(rcl_mutex_t *m)
{
	/* relaxed, here and below: there is one thread. */
	unsigned int now = atomic_load_explicit(served(m),
						memory_order_relaxed);

	if (atomic_load_explicit(rcl_word(m), memory_order_relaxed) != now)
		atomic_store_explicit(rcl_word(m), now + 1,
				      memory_order_relaxed);
}

static const struct rcl_lock ticket = {
	ticket_attempt, ticket_acquire, ticket_release,
};

RCL_OWNED_KIND(rcl_ticket_ops, "ticket", ticket, NULL,
	       ticket_forsake);
