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

static void *use(void *unused)
{
	for (int i = 0; i < TURNS; i++)
		rcl_exec_anon(&mutexes[i % count], count_cs, &totals[i % count],
			      0);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	count = argc > 1 ? atoi(argv[1]) : 1;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, use, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	if (totals[0] + totals[1] != THREADS * TURNS)
		return 1;
	return argc > 2 ? rcl_write_stats(argv[2]) : 0;
}
