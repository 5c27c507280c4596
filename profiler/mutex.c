/* SPDX-License-Identifier: MIT */
/* Mutexes, POSIX's and C11's, which are the same to the C library but for their results. */
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
