/* SPDX-License-Identifier: MIT */
/*
 * aides.c - kind adaptive with aides: threads that use a mutex through sections and
 * leases while it changes hands between them and the library's threads, its end
 * and the next one's beginning in the same memory, and a fork.  Prints what came
 * of it; the statistics say who ran the sections.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rcl.h>

#define RCL_LOCK_tested	RCL_ADAPTIVE

enum { THREADS = 6, CALLS = 30000, LIVES = 4 };

static long sum;			/* guarded by the mutex */

static int add(void *mutex)
{
	(void)mutex;
	for (int i = 0; i < 20; i++)
		++*(volatile long *)&sum;
	return 0;
}

static void *use(void *mutex)
{
	for (int i = 0; i < CALLS; i++)
		if (i % 16) {
			rcl_exec_anon(mutex, add, NULL, 0);
		} else {
			rcl_lock(mutex);
			add(NULL);
			rcl_unlock(mutex);
		}
	return NULL;
}

/* Uses a mutex from its beginning to its end, which it may come to without a word;
 * returns whether nothing was lost. */
static int live(rcl_mutex_t *mutex, int ends)
{
	pthread_t threads[THREADS];

	sum = 0;
	rcl_mutex_init(mutex, NULL, tested);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, use, mutex);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return !(ends && rcl_mutex_destroy(mutex)) && sum == 20l * THREADS * CALLS;
}

int main(void)
{
	rcl_mutex_t *mutex = malloc(sizeof(*mutex));
	int right = 1, status;
	pid_t child;

	for (int i = 0; i < LIVES; i++)
		right &= live(mutex, i % 2);
	child = fork();
	if (child == 0)
		_exit(!live(mutex, 1));
	right &= waitpid(child, &status, 0) == child && status == 0;
	right &= live(mutex, 1);
	free(mutex);
	puts(right ? "right" : "wrong");
	return 0;
}
