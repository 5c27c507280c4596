/* SPDX-License-Identifier: MIT */
/*
 * glib.c - those calls of GLib's mutexes and conditions whose arguments or results
 * are others than POSIX's, on the library's own.
 */
#include <pthread.h>

#include "internal.h"

void rcl_g_rec_mutex_init_class(rcl_mutex_t *m, const char *name,
				unsigned int kind)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	rcl_mutex_init_class(m, &attr, name, kind);
	pthread_mutexattr_destroy(&attr);
}

rcl_mutex_t *rcl_g_mutex_locker_new(rcl_mutex_t *m)
{
	rcl_lock(m);
	return m;
}

int rcl_g_mutex_trylock(rcl_mutex_t *m)
{
	return rcl_trylock(m) == 0;
}

static struct timespec time_of(int64_t end_time)
{
	return (struct timespec){ end_time / 1000000,
				  end_time % 1000000 * 1000 };
}

int rcl_g_cond_wait_until(rcl_cond_t *c, rcl_mutex_t *m, int64_t end_time)
{
	const struct timespec until = time_of(end_time);

	rcl_cond_goes_by_monotonic(c);
	return rcl_cond_timedwait(c, m, &until) == 0;
}

int rcl_g_wait_until(rcl_cond_t *c, rcl_mutex_t *m, int64_t end_time)
{
	const struct timespec until = time_of(end_time);

	rcl_cond_goes_by_monotonic(c);
	return rcl_timedwait(c, m, &until);
}
