/* SPDX-License-Identifier: MIT */
/*
 * c11.c - the calls of <threads.h> on the library's mutexes and conditions:
 * what the POSIX ones do, with C11's types of mutexes and results.
 */
#include <errno.h>
#include <threads.h>

#include "internal.h"

static int c11_result(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	case ENOMEM:
		return thrd_nomem;
	default:
		return thrd_error;
	}
}

int rcl_mtx_init_class(rcl_mutex_t *m, int type, const char *name,
		       unsigned int kind)
{
	pthread_mutexattr_t attr;
	int error = pthread_mutexattr_init(&attr);

	if (error)
		return c11_result(error);
	if (type & mtx_recursive)
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	error = rcl_mutex_init_class(m, &attr, name, kind);
	pthread_mutexattr_destroy(&attr);
	return c11_result(error);
}

void rcl_mtx_destroy(rcl_mutex_t *m)
{
	rcl_mutex_destroy(m);
}

int rcl_mtx_lock(rcl_mutex_t *m)
{
	return c11_result(rcl_lock(m));
}

int rcl_mtx_trylock(rcl_mutex_t *m)
{
	return c11_result(rcl_trylock(m));
}

int rcl_mtx_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	return c11_result(rcl_timedlock(m, abstime));
}

int rcl_mtx_unlock(rcl_mutex_t *m)
{
	return c11_result(rcl_unlock(m));
}

int rcl_cnd_init(rcl_cond_t *c)
{
	return c11_result(rcl_cond_init(c, NULL));
}

void rcl_cnd_destroy(rcl_cond_t *c)
{
	rcl_cond_destroy(c);
}

int rcl_cnd_wait(rcl_cond_t *c, rcl_mutex_t *m)
{
	return c11_result(rcl_cond_wait(c, m));
}

int rcl_cnd_timedwait(rcl_cond_t *c, rcl_mutex_t *m,
		      const struct timespec *abstime)
{
	return c11_result(rcl_cond_timedwait(c, m, abstime));
}

int rcl_cnd_signal(rcl_cond_t *c)
{
	return c11_result(rcl_cond_signal(c));
}

int rcl_cnd_broadcast(rcl_cond_t *c)
{
	return c11_result(rcl_cond_broadcast(c));
}
