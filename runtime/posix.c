/* SPDX-License-Identifier: MIT */
/*
 * posix.c - kinds posix and inline: a pthread mutex, and the calling thread
 * runs the section.  What every other kind is compared with.
 *
 * The two differ in their promise only: inline stays free of threads and of
 * anything that sanitizers and debuggers cannot follow, while posix is free to
 * become whatever is the best faithful baseline.
 */
#include "internal.h"

static int posix_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		      enum rcl_identity identity, bool attempt)
{
	int result = attempt ? pthread_mutex_trylock(&m->rcl_posix) :
			       pthread_mutex_lock(&m->rcl_posix);

	(void)identity;		/* the caller has all of it */
	if (result)
		return -result;
	result = section(ctx);
	if (rcl_keeps(result))
		return result & ~RCL_KEEP;
	pthread_mutex_unlock(&m->rcl_posix);
	return result;
}

static int posix_lock(rcl_mutex_t *m)
{
	return pthread_mutex_lock(&m->rcl_posix);
}

static int posix_trylock(rcl_mutex_t *m)
{
	return pthread_mutex_trylock(&m->rcl_posix);
}

static int posix_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	return pthread_mutex_timedlock(&m->rcl_posix, abstime);
}

static int posix_unlock(rcl_mutex_t *m)
{
	return pthread_mutex_unlock(&m->rcl_posix);
}

const struct rcl_ops rcl_posix_ops = {
	"posix",       posix_exec,   posix_lock,     posix_trylock,
	posix_timedlock, posix_unlock, rcl_native_wait,
};

const struct rcl_ops rcl_inline_ops = {
	"inline",      posix_exec,   posix_lock,     posix_trylock,
	posix_timedlock, posix_unlock, rcl_native_wait,
};
