/* SPDX-License-Identifier: MIT */
/*
 * arch.h - what depends on the processor: the pause hint, the thread pointer
 * and system calls that use no thread-local storage.
 *
 * While a servicing thread runs a section as its client, the client's errno
 * and its other thread-local variables belong to the servicing thread.  The
 * waiting client therefore must not touch them, and libc's syscall() writes
 * errno.
 */
#ifndef RCL_ARCH_H
#define RCL_ARCH_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(long) == 8, "librcl is written for 64-bit Linux");

#if defined(__x86_64__)

/* The processor allows user code to write the thread pointer (HWCAP2 bit). */
#define RCL_HWCAP2_SWITCH	2ul

static inline void rcl_pause(void)
{
	__builtin_ia32_pause();
}

/* Asks for a line that is about to be written. */
static inline void rcl_fetch(const void *line)
{
	__asm__ volatile("prefetchw %0" : : "m"(*(const char *)line));
}

static inline uintptr_t rcl_thread_pointer(void)
{
	uintptr_t tp;

	__asm__ volatile("mov %%fs:0, %0" : "=r"(tp) : : "memory");
	return tp;
}

static inline void rcl_set_thread_pointer(uintptr_t tp)
{
	__asm__ volatile("wrfsbase %0" : : "r"(tp) : "memory");
}

static inline long rcl_syscall(long nr, long a, long b, long c, long d, long e,
			       long f)
{
	long result;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
			   "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

#elif defined(__aarch64__)

#define RCL_HWCAP2_SWITCH	0ul

static inline void rcl_pause(void)
{
	__asm__ volatile("isb" : : : "memory");
}

/* Asks for a line that is about to be written. */
static inline void rcl_fetch(const void *line)
{
	__asm__ volatile("prfm pstl1keep, %0" : : "Q"(*(const char *)line));
}

static inline uintptr_t rcl_thread_pointer(void)
{
	uintptr_t tp;

	__asm__ volatile("mrs %0, tpidr_el0" : "=r"(tp) : : "memory");
	return tp;
}

static inline void rcl_set_thread_pointer(uintptr_t tp)
{
	__asm__ volatile("msr tpidr_el0, %0" : : "r"(tp) : "memory");
}

static inline long rcl_syscall(long nr, long a, long b, long c, long d, long e,
			       long f)
{
	register long x8 __asm__("x8") = nr;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;

	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	return x0;
}

#else
#error "librcl knows x86-64 and aarch64 only"
#endif

static inline void rcl_yield(void)
{
	rcl_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}

/* Sleeps while *word == value, until abstime on the clock (NULL: for ever).
 * Returns 0 or a negative errno; wakes without a reason happen. */
static inline long rcl_futex_wait(_Atomic unsigned int *word,
				  unsigned int value,
				  const struct timespec *abstime,
				  clockid_t clock)
{
	int op = FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG;

	if (abstime && abstime->tv_sec < 0)
		return -ETIMEDOUT;	/* the kernel says EINVAL */
	if (clock == CLOCK_REALTIME)
		op |= FUTEX_CLOCK_REALTIME;
	return rcl_syscall(SYS_futex, (long)word, op, (long)value,
			   (long)abstime, 0, FUTEX_BITSET_MATCH_ANY);
}

/* Wakes up to count sleepers.  The word itself is not read: it may be gone. */
static inline void rcl_futex_wake(_Atomic unsigned int *word, int count)
{
	rcl_syscall(SYS_futex, (long)word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG,
		    count, 0, 0, 0);
}

#endif /* RCL_ARCH_H */
