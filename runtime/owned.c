/* SPDX-License-Identifier: MIT */
/*
 * owned.c - the slow paths of owned.h.
 */
#include "owned.h"

int rcl_run_and_unlock(const struct rcl_lock *lock, struct rcl_thread *self,
		       rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		       unsigned int how)
{
	int result = rcl_run_own(self, section, ctx, how);

	if (rcl_keeps(result))
		return result & ~RCL_KEEP;
	rcl_owned_unlock(lock, self, m, how & RCL_BLOCKING);
	return result;
}

int rcl_owned_exec_slowly(const struct rcl_lock *lock, struct rcl_thread *self,
			  rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
			  unsigned int how)
{
	int error = how & RCL_ATTEMPT ? rcl_owned_trylock(lock, self, m) :
					rcl_owned_lock(lock, self, m, NULL);

	return error ? -error :
		       rcl_run_and_unlock(lock, self, m, section, ctx, how);
}

int rcl_acquire_by_attempts(const struct rcl_lock *lock,
			    struct rcl_thread *self, rcl_mutex_t *m,
			    const struct timespec *abstime)
{
	unsigned int turns = 0;

	while (!lock->attempt(self, m))
		if (!rcl_spin(&turns, abstime))
			return ETIMEDOUT;
	return 0;
}
