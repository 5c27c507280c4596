/* SPDX-License-Identifier: MIT */
/*
 * kinds.h - the words of a mutex, and what a kind of mutex is.
 */
#ifndef RCL_KINDS_H
#define RCL_KINDS_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Everything else is hidden in the shared library. */
#pragma GCC visibility push(default)
#include <rcl.h>
#pragma GCC visibility pop

#ifdef RCL_JITTER
#include "jitter.h"
#endif

enum {
	RCL_SERVERS = 32,	/* RCL_SERVER(0) to RCL_SERVER(31) */
	RCL_SLOTS = 4096,	/* clients that one server can have at a time */
	RCL_CLASSES = 256,	/* classes told apart by the statistics */
	RCL_LINE = 64,		/* bytes of a cache line */
	RCL_PAGE = 4096,	/* of memory that a node is chosen for, at least */
	RCL_INLINE_BYTES = 24,	/* of a context that a request can carry */
};

/* Whether a section that returned this hands its lock over. */
static inline bool rcl_keeps(int result)
{
	return result >= RCL_KEEP;
}

/* What rcl_run() returns for a section that has ended its thread: to the kinds,
 * it keeps its lock.  Its caller is given the rest, and ends. */
#define RCL_ENDS	(RCL_KEEP | 0x3fffffff)

/* What a section returns that asks to wait and be run again; it may keep its lock
 * for that (cond.c). */
#define RCL_WAITS	0x3ffffffe

static inline bool rcl_ends(int result)
{
	return result == (RCL_ENDS & ~RCL_KEEP);
}

/* Values of rcl_mutex.rcl_type. */
enum { RCL_NORMAL, RCL_RECURSIVE, RCL_ERRORCHECK };

/*
 * The fields of rcl_mutex_t, who writes them and what guards them.  The first
 * ones are read at every call, the last ones written by every holder: they are
 * 64 bytes apart, so that a server's writes cost its clients no cache miss.
 * rcl_kind	0, or the kind resolved at first use: the public number plus 1
 *		| server << 8 | class number << 16.  Any thread may store it,
 *		once; then only the server changes (balance.c)
 * rcl_class, rcl_type, rcl_declared
 *		constant from initialisation on
 * rcl_posix	kinds posix and inline; its own rules
 * The others are for all kinds but these two:
 * rcl_tail, rcl_head, rcl_word
 *		the lock itself, as the kind's file says; atomic
 * rcl_owner	the holder, written by it while it holds the lock, NULL before
 *		the lock is free.  Another thread that reads it learns only
 *		"not me".
 * rcl_depth	how often the holder holds it, and above RCL_DEPTH how many
 *		others it held before, or RCL_UNKNOWN; guarded by the lock
 *
 * The lock word of kind rcl: bit 0 says that the lock is held; the bits above are
 * 0 or name the heir, the server and the slot whose request is to get the lock
 * next (rcl_heir()).
 * Only the servicing thread that has claimed a request makes it heir, and only
 * when it finds the lock held.  A free lock with an heir is given to nobody
 * else, so that neither leases nor other requests overtake it twice.  Whoever
 * frees a lock that has an heir wakes the server.
 */
#define RCL_DEPTH	0xffffu		/* mask */
#define RCL_OTHERS	(RCL_DEPTH + 1)	/* times the others that it held before */
#define RCL_UNKNOWN	(RCL_DEPTH * RCL_OTHERS)

#define RCL_HELD	1u
#define RCL_HEIR	2u	/* times the heir's number */

static inline unsigned int rcl_heir(unsigned int server, unsigned int slot)
{
	return server * RCL_SLOTS + slot + 1;
}

static inline _Atomic unsigned int *rcl_word(rcl_mutex_t *m)
{
	return (_Atomic unsigned int *)&m->rcl_word;
}

static inline _Atomic unsigned int *rcl_kind(rcl_mutex_t *m)
{
	return (_Atomic unsigned int *)&m->rcl_kind;
}

static inline _Atomic(void *) *rcl_owner(rcl_mutex_t *m)
{
	return (_Atomic(void *) *)&m->rcl_owner;
}

static inline unsigned int rcl_server_number(unsigned int kind)
{
	return kind >> 8 & 0xffu;
}

static inline unsigned int rcl_class_number(unsigned int kind)
{
	return kind >> 16;
}

/* The number of the class of m, which is resolved. */
static inline unsigned int rcl_class_of(rcl_mutex_t *m)
{
	/* relaxed: resolved before. */
	return rcl_class_number(
		atomic_load_explicit(rcl_kind(m), memory_order_relaxed));
}

/* How a section is executed: what it needs of its thread, and flags. */
enum rcl_how {
	RCL_ID_NONE,
	RCL_ID_ERRNO,
	RCL_ID_THREAD,
	RCL_ID_MASK = 3,
	RCL_ATTEMPT = 4,	/* fails rather than waits for the mutex */
	RCL_BLOCKING = 8,	/* it may wait for other threads */
	RCL_DETACHED = 16,	/* its caller does not wait for it */
	RCL_SENT = 256,		/* times the number of a signal that it has
				   got, and that is its caller's */
};

/* A kind of mutex: one file, and one line in rcl.h's list. */
struct rcl_ops {
	const char *name;
	int (*exec)(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		    size_t size, unsigned int how);
	int (*lock)(rcl_mutex_t *m);
	int (*trylock)(rcl_mutex_t *m);
	/* Until abstime on CLOCK_REALTIME, which is a valid time. */
	int (*timedlock)(rcl_mutex_t *m, const struct timespec *abstime);
	int (*unlock)(rcl_mutex_t *m);
	/* Until abstime on the clock of c; NULL waits for ever. */
	int (*wait)(rcl_cond_t *c, rcl_mutex_t *m,
		    const struct timespec *abstime);
	/* Before the first use of a mutex: whether the kind can work (NULL: it
	 * can); given the server's number. */
	bool (*start)(unsigned int server);
	/* In the child of a fork, where no other thread is left: m, which is
	 * held or just free, has nobody any more who waits for it.  NULL:
	 * nobody queues. */
	void (*forsake)(rcl_mutex_t *m);
	/* At the end of the life of m, which is free.  NULL: nothing to do. */
	void (*destroy)(rcl_mutex_t *m);
};

#define RCL_DECLARE_OPS(NAME, name) extern const struct rcl_ops rcl_##name##_ops;
RCL_KIND_LIST(RCL_DECLARE_OPS)
#undef RCL_DECLARE_OPS

/* mutex.c */
bool rcl_kind_named(const char *name, size_t length, unsigned int *kind);
const struct rcl_ops *rcl_ops_of(rcl_mutex_t *m);

#endif /* RCL_KINDS_H */
