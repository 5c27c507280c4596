/* SPDX-License-Identifier: MIT */
/* Read-write locks and spinlocks. The section of a reader counts like that of a writer. */
#include "section.h"

/* The body of an acquiring function of a read-write lock, by its try variant and its waiting one. */
#define ACQUIRE(operation, try, wait)                                                                                  \
	RCL_ACQUIRE(lock, RCL_SITE, RCL_RWLOCK, (operation), rcl_real.try(lock), rcl_real.wait)

RCL_EXPORTED int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
	ACQUIRE(RCL_BY_READING, pthread_rwlock_tryrdlock, pthread_rwlock_rdlock(lock));
}

RCL_EXPORTED int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict deadline)
{
	ACQUIRE(RCL_BY_READING, pthread_rwlock_tryrdlock, pthread_rwlock_timedrdlock(lock, deadline));
}

RCL_EXPORTED int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
					    const struct timespec *restrict deadline)
{
	ACQUIRE(RCL_BY_READING, pthread_rwlock_tryrdlock, pthread_rwlock_clockrdlock(lock, clock, deadline));
}

RCL_EXPORTED int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
	RCL_TRY(lock, RCL_SITE, RCL_RWLOCK, RCL_BY_READING, rcl_real.pthread_rwlock_tryrdlock(lock));
}

RCL_EXPORTED int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
	ACQUIRE(RCL_BY_LOCK, pthread_rwlock_trywrlock, pthread_rwlock_wrlock(lock));
}

RCL_EXPORTED int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict deadline)
{
	ACQUIRE(RCL_BY_TIMEDLOCK, pthread_rwlock_trywrlock, pthread_rwlock_timedwrlock(lock, deadline));
}

RCL_EXPORTED int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
					    const struct timespec *restrict deadline)
{
	ACQUIRE(RCL_BY_TIMEDLOCK, pthread_rwlock_trywrlock, pthread_rwlock_clockwrlock(lock, clock, deadline));
}

RCL_EXPORTED int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
	RCL_TRY(lock, RCL_SITE, RCL_RWLOCK, RCL_BY_TRYLOCK, rcl_real.pthread_rwlock_trywrlock(lock));
}

RCL_EXPORTED int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	RCL_RELEASE(lock, true, rcl_real.pthread_rwlock_unlock(lock));
}

RCL_EXPORTED int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes)
{
	rcl_client();
	rcl_lock_made(lock, RCL_SITE, RCL_RWLOCK);
	return rcl_real.pthread_rwlock_init(lock, attributes);
}

RCL_EXPORTED int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
	rcl_client();
	rcl_lock_gone(lock);
	return rcl_real.pthread_rwlock_destroy(lock);
}

/* --- spinlocks -------------------------------------------------------------------------------------------------- */

RCL_EXPORTED int pthread_spin_lock(pthread_spinlock_t *lock)
{
	RCL_ACQUIRE(lock, RCL_SITE, RCL_SPINLOCK, RCL_BY_LOCK, rcl_real.pthread_spin_trylock(lock),
		    rcl_real.pthread_spin_lock(lock));
}

RCL_EXPORTED int pthread_spin_trylock(pthread_spinlock_t *lock)
{
	RCL_TRY(lock, RCL_SITE, RCL_SPINLOCK, RCL_BY_TRYLOCK, rcl_real.pthread_spin_trylock(lock));
}

RCL_EXPORTED int pthread_spin_unlock(pthread_spinlock_t *lock)
{
	RCL_RELEASE(lock, false, rcl_real.pthread_spin_unlock(lock));
}

RCL_EXPORTED int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
	rcl_client();
	rcl_lock_made(lock, RCL_SITE, RCL_SPINLOCK);
	return rcl_real.pthread_spin_init(lock, shared);
}

RCL_EXPORTED int pthread_spin_destroy(pthread_spinlock_t *lock)
{
	rcl_client();
	rcl_lock_gone(lock);
	return rcl_real.pthread_spin_destroy(lock);
}
