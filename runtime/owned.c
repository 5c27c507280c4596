/* SPDX-License-Identifier: MIT */
/*
 * owned.c - the slow paths of owned.h.
 */
#include "owned.h"

int rcl_owned_exec_slowly(const struct rcl_lock *lock, struct rcl_thread *self,
			  rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
			  unsigned int how)
{
	int result = how & RCL_ATTEMPT ? rcl_owned_trylock(lock, self, m) :
					 rcl_owned_lock(lock, self, m, NULL);

	if (result)
		return -result;
	result = rcl_run_own(self, section, ctx, how);
	if (rcl_keeps(result))
		return result & ~RCL_KEEP;
	rcl_owned_unlock(lock, self, m);
	return result;
}
