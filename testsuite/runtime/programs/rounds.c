/* SPDX-License-Identifier: MIT */
/*
 * rounds.c - several threads, and so many mutexes of one server: rounds COUNT
 * [STATISTICS]
 */
#include <pthread.h>
#include <stdlib.h>

#include <rcl.h>

#define RCL_LOCK_main	RCL_SERVER(0)

enum { THREADS = 4, TURNS = 20000 };

static rcl_mutex_t mutexes[2] = { RCL_MUTEX_INITIALIZER(main),
				  RCL_MUTEX_INITIALIZER(main) };
static int totals[2], count;

static int count_cs(void *total)
{
	return ++*(int *)total;
}

/* half of the threads begin with the other mutex */
static void *use(void *first)
{
	for (int i = first != NULL, end = i + TURNS; i < end; i++)
		rcl_exec_anon(&mutexes[i % count], count_cs, &totals[i % count],
			      0);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	count = argc > 1 ? atoi(argv[1]) : 1;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, use,
			       i % 2 ? &threads[i] : NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	if (totals[0] + totals[1] != THREADS * TURNS)
		return 1;
	return argc > 2 ? rcl_write_stats(argv[2]) : 0;
}
