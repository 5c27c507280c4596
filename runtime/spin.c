/* SPDX-License-Identifier: MIT */
/*
 * spin.c - kind spin: test, and test and set.  rcl_word is 1 while held.
 */
#include "arch.h"
#include "owned.h"

static bool spin_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	/* acquire: what the last holder wrote. */
	return !atomic_exchange_explicit(rcl_word(m), 1, memory_order_acquire);
}

static int spin_acquire(struct rcl_thread *self, rcl_mutex_t *m,
			const struct timespec *abstime)
{
	unsigned int turns = 0;

	rcl_wait_for(self, m);
	do {
		/* relaxed: the attempt decides. */
		while (atomic_load_explicit(rcl_word(m), memory_order_relaxed))
			if (!rcl_spin_for(self, &turns, abstime)) {
				rcl_wait_for(self, NULL);
				return ETIMEDOUT;
			}
	} while (!spin_attempt(self, m));
	rcl_wait_for(self, NULL);
	return 0;
}

static void spin_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	/* release: what the section wrote. */
	atomic_store_explicit(rcl_word(m), 0, memory_order_release);
}

static const struct rcl_lock spin = {
	spin_attempt, spin_acquire, spin_release,
};

RCL_OWNED_KIND(rcl_spin_ops, "spin", spin, NULL, NULL);
