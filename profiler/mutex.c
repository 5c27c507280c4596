/* SPDX-License-Identifier: MIT */
/* Mutexes: POSIX's and C11's, which are the same to the C library but for their results, and GLib's. */
#include "section.h"

/* Above 1: somebody sleeps (or the mutex has a protocol, and the release is a system call anyway). */
#define WAITED_FOR(mutex) ((unsigned)(mutex)->__data.__lock > 1)

static inline int lock(pthread_mutex_t *mutex, uintptr_t site)
{
	RCL_ACQUIRE(mutex, site, RCL_MUTEX, RCL_BY_LOCK, rcl_real.pthread_mutex_trylock(mutex),
		    rcl_real.pthread_mutex_lock(mutex));
}

static inline int try_lock(pthread_mutex_t *mutex, uintptr_t site)
{
	RCL_TRY(mutex, site, RCL_MUTEX, RCL_BY_TRYLOCK, rcl_real.pthread_mutex_trylock(mutex));
}

static inline int lock_until(pthread_mutex_t *mutex, const struct timespec *deadline, uintptr_t site)
{
	RCL_ACQUIRE(mutex, site, RCL_MUTEX, RCL_BY_TIMEDLOCK, rcl_real.pthread_mutex_trylock(mutex),
		    rcl_real.pthread_mutex_timedlock(mutex, deadline));
}

static inline int unlock(pthread_mutex_t *mutex)
{
	RCL_RELEASE(mutex, WAITED_FOR(mutex), rcl_real.pthread_mutex_unlock(mutex));
}

RCL_EXPORTED int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	return lock(mutex, RCL_SITE);
}

RCL_EXPORTED int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	return try_lock(mutex, RCL_SITE);
}

RCL_EXPORTED int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
	return lock_until(mutex, deadline, RCL_SITE);
}

RCL_EXPORTED int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
	RCL_ACQUIRE(mutex, RCL_SITE, RCL_MUTEX, RCL_BY_TIMEDLOCK, rcl_real.pthread_mutex_trylock(mutex),
		    rcl_real.pthread_mutex_clocklock(mutex, clock, deadline));
}

RCL_EXPORTED int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	return unlock(mutex);
}

RCL_EXPORTED int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
	rcl_client();
	rcl_lock_made(mutex, RCL_SITE, RCL_MUTEX);
	return rcl_real.pthread_mutex_init(mutex, attributes);
}

RCL_EXPORTED int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
	rcl_client();
	rcl_lock_gone(mutex);
	return rcl_real.pthread_mutex_destroy(mutex);
}

/* --- C11 ------------------------------------------------------------------------------------------------------- */

static pthread_mutex_t *mutex_of(mtx_t *mutex)
{
	return (void *)mutex;
}

static int c11_result(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	default:
		return thrd_error;
	}
}

RCL_EXPORTED int mtx_lock(mtx_t *mutex)
{
	return c11_result(lock(mutex_of(mutex), RCL_SITE));
}

RCL_EXPORTED int mtx_trylock(mtx_t *mutex)
{
	return c11_result(try_lock(mutex_of(mutex), RCL_SITE));
}

RCL_EXPORTED int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict deadline)
{
	return c11_result(lock_until(mutex_of(mutex), deadline, RCL_SITE));
}

RCL_EXPORTED int mtx_unlock(mtx_t *mutex)
{
	return c11_result(unlock(mutex_of(mutex)));
}

RCL_EXPORTED int mtx_init(mtx_t *mutex, int type)
{
	rcl_client();
	rcl_lock_made(mutex, RCL_SITE, RCL_MUTEX);
	return rcl_real.mtx_init(mutex, type);
}

RCL_EXPORTED void mtx_destroy(mtx_t *mutex)
{
	rcl_client();
	rcl_lock_gone(mutex);
	rcl_real.mtx_destroy(mutex);
}

/* --- GLib ------------------------------------------------------------------------------------------------------ */

static inline int g_try(void *mutex)
{
	return rcl_glib()->g_mutex_trylock(mutex) ? 0 : EBUSY;
}

static inline int g_wait(void *mutex)
{
	rcl_glib()->g_mutex_lock(mutex);
	return 0;
}

static inline int g_give(void *mutex)
{
	rcl_glib()->g_mutex_unlock(mutex);
	return 0;
}

static inline int g_lock(void *mutex, uintptr_t site)
{
	RCL_ACQUIRE(mutex, site, RCL_MUTEX, RCL_BY_LOCK, g_try(mutex), g_wait(mutex));
}

static inline int g_try_lock(void *mutex, uintptr_t site)
{
	RCL_TRY(mutex, site, RCL_MUTEX, RCL_BY_TRYLOCK, g_try(mutex));
}

/* Above 1, its first word: somebody sleeps. */
static inline int g_unlock(void *mutex)
{
	RCL_RELEASE(mutex, *(const volatile unsigned *)mutex > 1, g_give(mutex));
}

RCL_EXPORTED void g_mutex_lock(void *mutex)
{
	g_lock(mutex, RCL_SITE);
}

RCL_EXPORTED int g_mutex_trylock(void *mutex)
{
	return g_try_lock(mutex, RCL_SITE) == 0;
}

RCL_EXPORTED void g_mutex_unlock(void *mutex)
{
	g_unlock(mutex);
}

RCL_EXPORTED void g_mutex_init(void *mutex)
{
	rcl_client();
	rcl_lock_made(mutex, RCL_SITE, RCL_MUTEX);
	rcl_glib()->g_mutex_init(mutex);
}

RCL_EXPORTED void g_mutex_clear(void *mutex)
{
	rcl_client();
	rcl_lock_gone(mutex);
	rcl_glib()->g_mutex_clear(mutex);
}
