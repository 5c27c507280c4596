/* SPDX-License-Identifier: MIT */
/*
 * Known times: a section that spins for 20 us, 200 times; a wait of 100 ms on a condition; a section of 100 ms that
 * another thread waits for.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t spinning_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t waiting_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t contended_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t both;

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void spin(void)
{
	long long end;

	pthread_mutex_lock(&spinning_lock);
	end = now() + 20000;
	while (now() < end)
		;
	pthread_mutex_unlock(&spinning_lock);
}

static void wait(void)
{
	struct timespec deadline;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_nsec += 100000000;
	deadline.tv_sec += deadline.tv_nsec / 1000000000;
	deadline.tv_nsec %= 1000000000;
	pthread_mutex_lock(&waiting_lock);
	pthread_cond_timedwait(&never, &waiting_lock, &deadline);
	pthread_mutex_unlock(&waiting_lock);
}

static void *hold(void *unused)
{
	pthread_mutex_lock(&contended_lock);
	pthread_barrier_wait(&both);
	usleep(100000);
	pthread_mutex_unlock(&contended_lock);
	return unused;
}

static void contend(void)
{
	pthread_t thread;

	pthread_barrier_init(&both, NULL, 2);
	pthread_create(&thread, NULL, hold, NULL);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&contended_lock);
	pthread_mutex_unlock(&contended_lock);
	pthread_join(thread, NULL);
}

int main(void)
{
	for (int i = 0; i < 200; i++)
		spin();
	wait();
	contend();
	return 0;
}
