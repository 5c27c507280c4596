/* SPDX-License-Identifier: MIT */
/*
 * modes.c - kind sanl's mode, which nobody sees from outside: threads use a mutex
 * until it is remote, and then one of them alone until it is local again.
 * Prints the modes that were seen.
 */
#include <stdio.h>

#include "board.h"

#define RCL_LOCK_tested	RCL_SANL

enum { THREADS = 4, ROUNDS = 3, ALONE = 100000 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(tested);
static long sum;

static bool is_remote(void)
{
	struct rcl_board *board = rcl_board_of(&mutex);

	return board && (rcl_mode_of(board) & RCL_REMOTE_MODE);
}

static int add(void *counted)
{
	for (int i = 0; i < 1000; i++)
		++*(volatile long *)&sum;
	++*(long *)counted;
	return 0;
}

static void *use(void *counted)
{
	while (!is_remote())
		rcl_exec(&mutex, add, counted, 0);
	return NULL;
}

int main(void)
{
	long counted = 0;
	pthread_t threads[THREADS];

	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < THREADS; i++)
			pthread_create(&threads[i], NULL, use, &counted);
		for (int i = 0; i < THREADS; i++)
			pthread_join(threads[i], NULL);
		printf("%s ", is_remote() ? "remote" : "local");
		for (int i = 0; i < ALONE && is_remote(); i++)
			rcl_exec(&mutex, add, &counted, 0);
		printf("%s ", is_remote() ? "remote" : "local");
	}
	printf("%s\n", sum == 1000 * counted ? "right" : "wrong");
	return 0;
}
