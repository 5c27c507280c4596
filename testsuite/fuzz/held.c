/* SPDX-License-Identifier: MIT
   Linked to an original, around its lock calls: a thread that gives back a mutex which it does not hold ends the
   program, for C says nothing of what comes of that. glibc goes on, and a server waits for ever. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 64 };

static _Thread_local struct {
	pthread_mutex_t *mutex;
	int times;
} held[MOST];

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __real_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);

/* how often the thread holds a mutex */
static int *times_held(pthread_mutex_t *mutex)
{
	int unused = 0;

	for (int i = 0; i < MOST; i++) {
		if (held[i].mutex == mutex)
			return &held[i].times;
		if (held[i].times == 0)
			unused = i;
	}
	held[unused].mutex = mutex;
	return &held[unused].times;
}

static int taken(pthread_mutex_t *mutex, int error)
{
	if (error == 0)
		++*times_held(mutex);
	return error;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
	return taken(mutex, __real_pthread_mutex_lock(mutex));
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	return taken(mutex, __real_pthread_mutex_trylock(mutex));
}

int __wrap_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
	return taken(mutex, __real_pthread_mutex_timedlock(mutex, until));
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	int *times = times_held(mutex), error = __real_pthread_mutex_unlock(mutex);

	if (error) /* an error-checking one says so */
		return error;
	if (*times == 0) {
		fprintf(stderr, "a mutex is given back that is not held\n");
		_Exit(EXIT_FAILURE);
	}
	--*times;
	return 0;
}
