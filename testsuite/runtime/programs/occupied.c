/* SPDX-License-Identifier: MIT */
/*
 * occupied.c - a thread that has detached a section, which has not run yet, runs
 * another thread's section, which asks the same server; and what is detached waits
 * for a mutex that the other thread holds.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include <rcl.h>

#define RCL_LOCK_combined	RCL_CC_SYNCH
#define RCL_LOCK_served		RCL_SERVER(0)

enum { ATTEMPTS = 100 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(combined);
static rcl_mutex_t asked = RCL_MUTEX_INITIALIZER(served);
static rcl_mutex_t held = RCL_MUTEX_INITIALIZER(served);

static pthread_t combiner;
static _Atomic int stage;
static bool combined;			/* guarded by mutex */
static int executed;			/* guarded by asked */
static int detached;			/* guarded by held */

static void nap(long ms)
{
	const struct timespec time = { 0, ms * 1000000 };

	nanosleep(&time, NULL);
}

static void await_stage(int number)
{
	while (stage < number)
		nap(1);
}

static int count_cs(void *count)
{
	++*(int *)count;
	return 0;
}

static int count_at_cs(void *count)
{
	++**(int **)count;
	return 0;
}

static int ask_cs(void *unused)
{
	(void)unused;
	combined |= pthread_equal(pthread_self(), combiner) != 0;
	rcl_exec_anon(&asked, count_cs, &executed, 0);
	rcl_lock(&asked);
	executed++;
	rcl_unlock(&asked);
	return 0;
}

static void *other_thread(void *unused)
{
	(void)unused;
	rcl_lock(&held);
	stage = 1;
	await_stage(2);
	rcl_exec_anon(&mutex, ask_cs, NULL, 0);
	rcl_unlock(&held);
	return NULL;
}

/* Until the other thread waits for the mutex, most likely. */
static int wait_cs(void *unused)
{
	(void)unused;
	stage = 2;
	nap(20);
	return 0;
}

int main(void)
{
	int n, *count = &detached;
	pthread_t other;

	combiner = pthread_self();
	for (n = 0; n < ATTEMPTS && !combined; n++) {
		stage = 0;
		pthread_create(&other, NULL, other_thread, NULL);
		await_stage(1);
		rcl_exec_detached(&held, count_at_cs, &count, sizeof(count));
		rcl_exec_anon(&mutex, wait_cs, NULL, 0);
		pthread_join(other, NULL);
		rcl_flush();
	}
	return !combined || executed != 2 * n || detached != n;
}
