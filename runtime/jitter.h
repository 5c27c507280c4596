/* SPDX-License-Identifier: MIT */
/*
 * jitter.h - for tests: with -DRCL_JITTER=N, about one atomic access in N comes late,
 * and one weak compare-and-swap in N fails, so that rare interleavings are common.
 *
 * Uses no thread-local variable, and no locked instruction of its own: neither may
 * what it is put into.
 */
#ifndef RCL_JITTER_H
#define RCL_JITTER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch.h"

enum {
	RCL_JITTER_SPINS = 512,		/* most pauses */
	RCL_JITTER_NAP_NS = 20000,	/* one delay in 16 is a sleep, and */
	RCL_JITTER_YIELDS = 4,		/* so many in 16 are yields */
};

/* Any number; each file has a row of its own. */
static inline uint32_t rcl_jitter_draw(void)
{
	static uint32_t row;
	/* relaxed, both: a lost number does no harm. */
	uint32_t number = __atomic_load_n(&row, __ATOMIC_RELAXED) * 1664525u +
			  1013904223u;

	__atomic_store_n(&row, number, __ATOMIC_RELAXED);
	number ^= (uint32_t)((uintptr_t)__builtin_frame_address(0) >> 6);
	number *= 0x9e3779b1u;
	return number ^ number >> 15;
}

static __attribute__((noinline, unused)) void rcl_jitter_wait(uint32_t number)
{
	struct timespec nap = { 0, RCL_JITTER_NAP_NS };

	if (number % 16 == 0)
		rcl_syscall(SYS_nanosleep, (long)&nap, 0, 0, 0, 0, 0);
	else if (number % 16 <= RCL_JITTER_YIELDS)
		rcl_yield();
	else
		for (number = number / 16 % RCL_JITTER_SPINS; number; number--)
			rcl_pause();
}

/* Before an access. */
static inline void rcl_jitter(void)
{
	uint32_t number = rcl_jitter_draw();

	if (number % (RCL_JITTER) == 0)
		rcl_jitter_wait(number / (RCL_JITTER));
}

/* Whether a weak compare-and-swap is to fail. */
static inline bool rcl_jitter_fails(void)
{
	return rcl_jitter_draw() % (RCL_JITTER) == 0;
}

#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and_explicit
#undef atomic_fetch_xor_explicit
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak_explicit

/* gcc's own names for them, which clang does not know for _Atomic. */
#define atomic_load_explicit(at, order) \
	(rcl_jitter(), __atomic_load_n((at), (order)))
#define atomic_store_explicit(at, value, order) \
	(rcl_jitter(), __atomic_store_n((at), (value), (order)))
#define atomic_exchange_explicit(at, value, order) \
	(rcl_jitter(), __atomic_exchange_n((at), (value), (order)))
#define atomic_fetch_add_explicit(at, value, order) \
	(rcl_jitter(), __atomic_fetch_add((at), (value), (order)))
#define atomic_fetch_sub_explicit(at, value, order) \
	(rcl_jitter(), __atomic_fetch_sub((at), (value), (order)))
#define atomic_fetch_or_explicit(at, value, order) \
	(rcl_jitter(), __atomic_fetch_or((at), (value), (order)))
#define atomic_fetch_and_explicit(at, value, order) \
	(rcl_jitter(), __atomic_fetch_and((at), (value), (order)))
#define atomic_fetch_xor_explicit(at, value, order) \
	(rcl_jitter(), __atomic_fetch_xor((at), (value), (order)))
#define atomic_compare_exchange_strong_explicit(at, old, value, order, failed)   \
	(rcl_jitter(), __atomic_compare_exchange_n((at), (old), (value), false,  \
						   (order), (failed)))
#define atomic_compare_exchange_weak_explicit(at, old, value, order, failed)     \
	(rcl_jitter_fails() ?                                                    \
		 (*(old) = atomic_load_explicit((at), (failed)), false) :        \
		 atomic_compare_exchange_strong_explicit((at), (old), (value),   \
							 (order), (failed)))

#endif /* RCL_JITTER_H */
