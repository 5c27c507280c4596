/* SPDX-License-Identifier: MIT
   Linked to a rewritten program, around its lock calls: it ends where one address is given to pthread and to the
   runtime, which would be two mutexes in one place. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rcl.h"

enum { MOST = 1024, PTHREAD = 1, RUNTIME = 2 };

static struct {
	void *mutex;
	int of; /* PTHREAD, RUNTIME or both */
} seen[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __real_rcl_lock(rcl_mutex_t *mutex);
int __real_rcl_unlock(rcl_mutex_t *mutex);
int __real_rcl_exec(rcl_mutex_t *mutex, rcl_section_fn *section, void *ctx, size_t size);
int __real_rcl_exec_errno(rcl_mutex_t *mutex, rcl_section_fn *section, void *ctx, size_t size);
int __real_rcl_exec_anon(rcl_mutex_t *mutex, rcl_section_fn *section, void *ctx, size_t size);

static void see(void *mutex, int of)
{
	size_t at = (uintptr_t)mutex / 8 % MOST;

	__real_pthread_mutex_lock(&lock);
	while (seen[at].mutex && seen[at].mutex != mutex)
		at = (at + 1) % MOST;
	seen[at].mutex = mutex;
	seen[at].of |= of;
	if (seen[at].of == (PTHREAD | RUNTIME)) {
		fprintf(stderr, "a mutex is given to pthread and to the runtime\n");
		_Exit(EXIT_FAILURE);
	}
	__real_pthread_mutex_unlock(&lock);
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
	see(mutex, PTHREAD);
	return __real_pthread_mutex_lock(mutex);
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	see(mutex, PTHREAD);
	return __real_pthread_mutex_unlock(mutex);
}

int __wrap_rcl_lock(rcl_mutex_t *mutex)
{
	see(mutex, RUNTIME);
	return __real_rcl_lock(mutex);
}

int __wrap_rcl_unlock(rcl_mutex_t *mutex)
{
	see(mutex, RUNTIME);
	return __real_rcl_unlock(mutex);
}

int __wrap_rcl_exec(rcl_mutex_t *mutex, rcl_section_fn *section, void *ctx, size_t size)
{
	see(mutex, RUNTIME);
	return __real_rcl_exec(mutex, section, ctx, size);
}

int __wrap_rcl_exec_errno(rcl_mutex_t *mutex, rcl_section_fn *section, void *ctx, size_t size)
{
	see(mutex, RUNTIME);
	return __real_rcl_exec_errno(mutex, section, ctx, size);
}

int __wrap_rcl_exec_anon(rcl_mutex_t *mutex, rcl_section_fn *section, void *ctx, size_t size)
{
	see(mutex, RUNTIME);
	return __real_rcl_exec_anon(mutex, section, ctx, size);
}
