/* SPDX-License-Identifier: MIT */
/*
 * counter.c - a program whose one critical section runs through librcl, as rcl
 * leaves it. RCL_LOCKS='*=posix' ./counter runs it with another kind of lock.
 */
#include <pthread.h>
#include <stdio.h>

#include "rcl_config.h"

enum { THREADS = 4, ROUNDS = 100000 };

static rcl_mutex_t counter_lock = RCL_MUTEX_INITIALIZER(counter_lock);
static long counter;

struct count_cs {
	long by;	/* in */
	long seen;	/* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;

	counter += cs->by;
	cs->seen = counter;
	return 0;
}

static void *count(void *last)
{
	struct count_cs cs = { .by = 1 };

	for (int i = 0; i < ROUNDS; i++)
		rcl_exec_anon(&counter_lock, count_cs, &cs, sizeof(cs));
	*(long *)last = cs.seen;
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	long last[THREADS], most = 0;

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, count, &last[i]))
			return 1;
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		most = last[i] > most ? last[i] : most;
	}
	printf("%ld\n", most);
	return most != (long)THREADS * ROUNDS;
}
