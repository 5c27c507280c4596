/* SPDX-License-Identifier: MIT */
/*
 * owned.h - what all kinds but posix and inline share: owners, recursion,
 * error checks, and sections run by their callers.
 *
 * A kind gives a struct rcl_lock, a lock that knows nothing of owners, as a
 * constant in its file.  The functions here are inlined with it, so that its
 * own functions are called directly; owned.c has the slow paths.
 */
#ifndef RCL_OWNED_H
#define RCL_OWNED_H

#include <errno.h>

#include "internal.h"

struct rcl_lock {
	/* Takes m for self if it is free. */
	bool (*attempt)(struct rcl_thread *self, rcl_mutex_t *m);
	/* Waits for m, which was held; with abstime, a valid time, until then
	 * (ETIMEDOUT). */
	int (*acquire)(struct rcl_thread *self, rcl_mutex_t *m,
		       const struct timespec *abstime);
	/* Gives m back.  m may be gone as soon as it is free. */
	void (*release)(struct rcl_thread *self, rcl_mutex_t *m);
};

#define RCL_ALWAYS_INLINE static inline __attribute__((always_inline))

/* Whether m is held for the thread that the caller acts for. */
RCL_ALWAYS_INLINE bool rcl_holds(const struct rcl_thread *self,
				 rcl_mutex_t *m)
{
	/* relaxed: only this thread's own store can give equality. */
	return atomic_load_explicit(rcl_owner(m), memory_order_relaxed) ==
	       self->root;
}

/* Whether nobody holds m, to be asked by who gives it back. */
RCL_ALWAYS_INLINE bool rcl_is_free(rcl_mutex_t *m)
{
	/* relaxed: the caller's own store, or it has no business here. */
	return !atomic_load_explicit(rcl_owner(m), memory_order_relaxed);
}

RCL_ALWAYS_INLINE void rcl_own(struct rcl_thread *root, rcl_mutex_t *m)
{
	/* relaxed: only tells others that it is not they. */
	atomic_store_explicit(rcl_owner(m), root, memory_order_relaxed);
	m->rcl_depth = root->held++ * RCL_OTHERS + 1;
}

/* The thread holds one less, which it has taken when it held so many others, to
 * judge by their low bits, or RCL_DEPTH if that is not known. */
RCL_ALWAYS_INLINE void rcl_hold_less(struct rcl_thread *root, unsigned int others)
{
	root->held--;
	root->crossed = __builtin_expect(root->held != 0, 0) &&
			(root->crossed || others != (root->held & RCL_DEPTH));
}

RCL_ALWAYS_INLINE void rcl_disown(struct rcl_thread *root, rcl_mutex_t *m)
{
	/* relaxed: as above. */
	atomic_store_explicit(rcl_owner(m), NULL, memory_order_relaxed);
	rcl_hold_less(root, m->rcl_depth / RCL_OTHERS);
}

/* The same for a section of another thread, whose record is better not written
 * for it. */
RCL_ALWAYS_INLINE void rcl_own_for(struct rcl_thread *root, rcl_mutex_t *m)
{
	/* relaxed: as above. */
	atomic_store_explicit(rcl_owner(m), root, memory_order_relaxed);
	m->rcl_depth = RCL_UNKNOWN + 1;
}

/* Returns whether m is kept. */
RCL_ALWAYS_INLINE bool rcl_disown_for(struct rcl_thread *root, rcl_mutex_t *m,
				      bool keeps)
{
	if (keeps)
		root->held++;
	else
		/* relaxed: as above. */
		atomic_store_explicit(rcl_owner(m), NULL, memory_order_relaxed);
	return keeps;
}

/* Whether the thread holds any mutex, or acts for another thread. */
RCL_ALWAYS_INLINE bool rcl_holds_any(const struct rcl_thread *self)
{
	return self->root != self || self->held > 0;
}

/*
 * Whether who has just disowned m, and still has to release it, holds a mutex
 * that it has taken since it took m, or may do so, as one whose section it runs
 * for another thread: that one does not count.  It must not run sections of
 * others under m then: one that takes that mutex, as it may by the order in which
 * the two are taken, would wait for it for ever.  Nor must who has got m by an
 * attempt: it may hold any mutex, and have others wait for what it does next, for
 * an attempt never waits.  Nor who gives back a lease, or has run a section that
 * may block: what it has taken under m may be no mutex of ours.  Who gives one
 * back in between that it had before m, and takes another one, holds as many as
 * before: so the number says nothing once a thread has crossed.
 */
static inline bool rcl_overlaps(const struct rcl_thread *self, rcl_mutex_t *m)
{
	unsigned int others = m->rcl_depth / RCL_OTHERS;

	return self->root != self || self->crossed || others == RCL_DEPTH ||
	       others != (self->held & RCL_DEPTH);
}

/* Takes m once more.  Requires that the caller holds it. */
RCL_ALWAYS_INLINE int rcl_relock(rcl_mutex_t *m)
{
	if (m->rcl_type == RCL_ERRORCHECK)
		return EDEADLK;
	if ((m->rcl_depth & RCL_DEPTH) == RCL_DEPTH)
		return EAGAIN;
	m->rcl_depth++;
	return 0;
}

/* abstime may be NULL. */
RCL_ALWAYS_INLINE int rcl_owned_lock(const struct rcl_lock *lock,
				     struct rcl_thread *self, rcl_mutex_t *m,
				     const struct timespec *abstime)
{
	int error;

	if (__builtin_expect(m->rcl_type != RCL_NORMAL, 0) &&
	    rcl_holds(self, m))
		return rcl_relock(m);
	if (__builtin_expect(!lock->attempt(self, m), 0)) {
		if (abstime && (abstime->tv_nsec < 0 ||
				abstime->tv_nsec >= 1000000000))
			return EINVAL;
		error = lock->acquire(self, m, abstime);
		rcl_wait_over(self);
		if (error)
			return error;
	}
	rcl_own(self->root, m);
	return 0;
}

RCL_ALWAYS_INLINE int rcl_owned_trylock(const struct rcl_lock *lock,
					struct rcl_thread *self, rcl_mutex_t *m)
{
	if (m->rcl_type == RCL_RECURSIVE && rcl_holds(self, m))
		return rcl_relock(m);
	if (!lock->attempt(self, m))
		return EBUSY;
	rcl_own(self->root, m);
	/* It may hold what sections under m want: see rcl_overlaps(). */
	m->rcl_depth = RCL_UNKNOWN + 1;
	return 0;
}

/* unknown: who knows what the caller has taken under m, see rcl_overlaps(). */
RCL_ALWAYS_INLINE int rcl_owned_unlock(const struct rcl_lock *lock,
				       struct rcl_thread *self, rcl_mutex_t *m,
				       bool unknown)
{
	if (__builtin_expect(m->rcl_type != RCL_NORMAL, 0)) {
		if (!rcl_holds(self, m))
			return EPERM;
		if ((--m->rcl_depth & RCL_DEPTH) > 0)
			return 0;
	} else if (__builtin_expect(rcl_is_free(m), 0)) {
		return 0;	/* as pthread's, which stays free */
	}
	rcl_disown(self->root, m);
	if (unknown)
		m->rcl_depth |= RCL_UNKNOWN;
	lock->release(self, m);
	return 0;
}

/* Runs a section on this very thread, which holds its lock. */
RCL_ALWAYS_INLINE int rcl_run_own(struct rcl_thread *self,
				  rcl_section_fn *section, void *ctx,
				  unsigned int how)
{
	int error, result;

	if (__builtin_expect(self->root == self, 1))
		return section(ctx);
	error = errno;
	result = rcl_run(self, self->root, how, section, ctx, &error);
	if ((how & RCL_ID_MASK) == RCL_ID_ERRNO)
		errno = error;
	if (__builtin_expect(result == RCL_ENDS, 0))
		rcl_end_thread();
	return result;
}

/* Runs a section on this very thread, which has just got m, and gives m back
 * unless the section keeps it. */
int rcl_run_and_unlock(const struct rcl_lock *lock, struct rcl_thread *self,
		       rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		       unsigned int how);

/* Runs a section on this very thread, under a lease. */
int rcl_owned_exec_slowly(const struct rcl_lock *lock, struct rcl_thread *self,
			  rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
			  unsigned int how);

/* The same where m is free and the thread acts for itself, and not for an attempt
 * or a section that may block, of which the release must know; else returns false,
 * and nothing has happened. */
RCL_ALWAYS_INLINE bool rcl_owned_exec_fast(const struct rcl_lock *lock,
					   struct rcl_thread *self,
					   rcl_mutex_t *m,
					   rcl_section_fn *section, void *ctx,
					   unsigned int how, int *result)
{
	if (__builtin_expect(how & (RCL_ATTEMPT | RCL_BLOCKING) ||
				     m->rcl_type != RCL_NORMAL ||
				     self->root != self ||
				     !lock->attempt(self, m), 0))
		return false;
	rcl_own(self, m);
	*result = section(ctx);
	if (__builtin_expect(rcl_keeps(*result), 0)) {
		*result &= ~RCL_KEEP;
		return true;
	}
	rcl_disown(self, m);
	lock->release(self, m);
	return true;
}

RCL_ALWAYS_INLINE int rcl_owned_exec(const struct rcl_lock *lock,
				     struct rcl_thread *self, rcl_mutex_t *m,
				     rcl_section_fn *section, void *ctx,
				     unsigned int how)
{
	int result;

	if (rcl_owned_exec_fast(lock, self, m, section, ctx, how, &result))
		return result;
	return rcl_owned_exec_slowly(lock, self, m, section, ctx, how);
}

/* The acquire, with a time limit, of a lock in which a place among those who
 * wait cannot be given up: without a place. */
int rcl_acquire_by_attempts(const struct rcl_lock *lock,
			    struct rcl_thread *self, rcl_mutex_t *m,
			    const struct timespec *abstime);

/* The calls on leases of a kind, from its rcl_lock. */
#define RCL_OWNED_LEASES(lock)                                              \
	static int owned_lock(rcl_mutex_t *m)                               \
	{                                                                   \
		return rcl_owned_lock(&(lock), rcl_self(), m, NULL);        \
	}                                                                   \
	static int owned_trylock(rcl_mutex_t *m)                            \
	{                                                                   \
		return rcl_owned_trylock(&(lock), rcl_self(), m);           \
	}                                                                   \
	static int owned_timedlock(rcl_mutex_t *m,                          \
				   const struct timespec *abstime)          \
	{                                                                   \
		return rcl_owned_lock(&(lock), rcl_self(), m, abstime);     \
	}                                                                   \
	static int owned_unlock(rcl_mutex_t *m)                             \
	{                                                                   \
		return rcl_owned_unlock(&(lock), rcl_self(), m, true);      \
	}

/* The operations of a kind, after RCL_OWNED_LEASES(). */
#define RCL_OWNED_OPS(ops, text, exec_it, start_it, forsake_it, destroy_it) \
	const struct rcl_ops ops = {                                        \
		.name = text,                                               \
		.exec = exec_it,                                            \
		.lock = owned_lock,                                         \
		.trylock = owned_trylock,                                   \
		.timedlock = owned_timedlock,                               \
		.unlock = owned_unlock,                                     \
		.wait = rcl_fifo_wait,                                      \
		.start = (start_it),                                        \
		.forsake = (forsake_it),                                    \
		.destroy = (destroy_it),                                    \
	}

/* A kind whose sections are all run by their callers. */
#define RCL_OWNED_KIND(ops, text, its_lock, start_it, forsake_it)           \
	RCL_OWNED_LEASES(its_lock)                                          \
	static int owned_exec(rcl_mutex_t *m, rcl_section_fn *section,      \
			      void *ctx, size_t size, unsigned int how)     \
	{                                                                   \
		(void)size;                                                 \
		return rcl_owned_exec(&(its_lock), rcl_self(), m, section,  \
				      ctx, how);                            \
	}                                                                   \
	RCL_OWNED_OPS(ops, text, owned_exec, start_it, forsake_it, NULL)

#endif /* RCL_OWNED_H */
