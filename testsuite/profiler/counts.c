/* SPDX-License-Identifier: MIT */
/*
 * counts THREADS N: every thread takes one mutex N times here and 2 N times there, a recursive one N times twice over,
 * waits N times on a condition that is never signalled, and N times fails to take a mutex that main holds.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t nested_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t waiting_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t taken_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static long times, shared;

static void here(void)
{
	pthread_mutex_lock(&shared_lock);
	shared++;
	pthread_mutex_unlock(&shared_lock);
}

static void there(void)
{
	pthread_mutex_lock(&shared_lock);
	shared += 2;
	pthread_mutex_unlock(&shared_lock);
}

static void nested(void)
{
	pthread_mutex_lock(&nested_lock);
	pthread_mutex_lock(&nested_lock);
	pthread_mutex_unlock(&nested_lock);
	pthread_mutex_unlock(&nested_lock);
}

static void wait(void)
{
	struct timespec past = { 0, 0 };

	pthread_mutex_lock(&waiting_lock);
	pthread_cond_timedwait(&never, &waiting_lock, &past);
	pthread_mutex_unlock(&waiting_lock);
}

static void fail(void)
{
	struct timespec past = { 0, 0 };

	if (pthread_mutex_trylock(&taken_lock) != EBUSY || pthread_mutex_timedlock(&taken_lock, &past) != ETIMEDOUT ||
	    pthread_mutex_clocklock(&taken_lock, CLOCK_MONOTONIC, &past) != ETIMEDOUT)
		abort();
}

static void *work(void *unused)
{
	for (long i = 0; i < times; i++) {
		here();
		there();
		there();
		nested();
		wait();
		fail();
	}
	return unused;
}

int main(int argc, char **argv)
{
	long threads = argc > 2 ? strtol(argv[1], NULL, 10) : 1;
	pthread_t *thread = calloc((size_t)threads, sizeof *thread);

	times = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
	if (pthread_mutex_trylock(&taken_lock))
		return 1;
	for (long i = 0; i < threads; i++)
		pthread_create(&thread[i], NULL, work, NULL);
	for (long i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	pthread_mutex_unlock(&taken_lock);
	return shared != 5 * threads * times;
}
