/* SPDX-License-Identifier: MIT */
/*
 * settled.c - threads that the library knows use a mutex for the first time, one
 * after the other, with nothing but that between them.
 */
#include <pthread.h>
#include <stddef.h>
#include <time.h>

#include <rcl.h>

#define RCL_LOCK_known	RCL_SPIN
#define RCL_LOCK_new	RCL_POSIX

static rcl_mutex_t known = RCL_MUTEX_INITIALIZER(known);
static rcl_mutex_t new = RCL_MUTEX_INITIALIZER(new);
static pthread_barrier_t barrier;

static int count_cs(void *count)
{
	return ++*(int *)count;
}

static void *use(void *later)
{
	static int uses;
	const struct timespec time = { 0, later ? 100000000 : 0 };

	rcl_lock(&known);
	rcl_unlock(&known);
	pthread_barrier_wait(&barrier);
	nanosleep(&time, NULL);
	rcl_exec(&new, count_cs, &uses, 0);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, use, i ? &known : NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
