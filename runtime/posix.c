/* SPDX-License-Identifier: MIT */
/*
 * posix.c - kinds posix and inline: a pthread mutex, and the calling thread
 * runs the section.  What every other kind is compared with.
 *
 * The two differ in their promise only: inline stays free of threads and of
 * anything that sanitizers and debuggers cannot follow, while posix is free to
 * become whatever is the best faithful baseline.
 */
#include "owned.h"

/* Whether the calling thread, registered or not, acts for nobody else, or has
 * all of that one's identity. */
static inline bool acts_for_itself(void)
{
	return __builtin_expect(!rcl_me.root || rcl_me.root == &rcl_me, 1);
}

/* The record in which the mutexes are counted that the calling thread holds. */
static inline struct rcl_thread *holder(void)
{
	return acts_for_itself() ? &rcl_me : rcl_me.root;
}

/* The rest of posix_exec(), kept apart so that its usual way is short: what
 * stands before the locked instruction counts. */
static __attribute__((noinline, cold)) int
exec_slowly(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
	    unsigned int how)
{
	int result = how & RCL_ATTEMPT ? pthread_mutex_trylock(&m->rcl_posix) :
					 pthread_mutex_lock(&m->rcl_posix);
	unsigned int others;

	if (result)
		return -result;
	others = holder()->held++;
	result = rcl_run_own(rcl_self(), section, ctx, how);
	if (rcl_keeps(result))
		return result & ~RCL_KEEP;
	rcl_hold_less(holder(), others & RCL_DEPTH);
	pthread_mutex_unlock(&m->rcl_posix);
	return result;
}

static int posix_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		      size_t size, unsigned int how)
{
	unsigned int others;
	int result;

	(void)size;
	if (__builtin_expect(how & RCL_ATTEMPT || !acts_for_itself(), 0))
		return exec_slowly(m, section, ctx, how);
	result = pthread_mutex_lock(&m->rcl_posix);
	if (__builtin_expect(result, 0))
		return -result;
	others = rcl_me.held++;
	result = section(ctx);
	if (__builtin_expect(rcl_keeps(result), 0))
		return result & ~RCL_KEEP;
	rcl_hold_less(&rcl_me, others & RCL_DEPTH);
	pthread_mutex_unlock(&m->rcl_posix);
	return result;
}

/* An error of an attempt to take a mutex, or 0, with which it counts. */
static inline int counted(int error)
{
	if (!error)
		holder()->held++;
	return error;
}

static int posix_lock(rcl_mutex_t *m)
{
	return counted(pthread_mutex_lock(&m->rcl_posix));
}

static int posix_trylock(rcl_mutex_t *m)
{
	return counted(pthread_mutex_trylock(&m->rcl_posix));
}

static int posix_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	return counted(pthread_mutex_timedlock(&m->rcl_posix, abstime));
}

static int posix_unlock(rcl_mutex_t *m)
{
	int error = pthread_mutex_unlock(&m->rcl_posix);

	if (!error)
		rcl_hold_less(holder(), RCL_DEPTH);
	return error;
}

const struct rcl_ops rcl_posix_ops = {
	.name = "posix",
	.exec = posix_exec,
	.lock = posix_lock,
	.trylock = posix_trylock,
	.timedlock = posix_timedlock,
	.unlock = posix_unlock,
	.wait = rcl_native_wait,
};

const struct rcl_ops rcl_inline_ops = {
	.name = "inline",
	.exec = posix_exec,
	.lock = posix_lock,
	.trylock = posix_trylock,
	.timedlock = posix_timedlock,
	.unlock = posix_unlock,
	.wait = rcl_native_wait,
};
