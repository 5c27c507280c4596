/* SPDX-License-Identifier: MIT */
/*
 * moves.c - the RCL paper's case of false serialisation (section 4.3, Berkeley
 * DB): eleven mutexes on one server, two of which are used most.  Ends when a
 * mutex has moved to another server, or after so long: moves STATISTICS SECONDS
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rcl.h>

#define RCL_LOCK_db	RCL_SERVER(0)

enum { THREADS = 4, MUTEXES = 11, LOOKS_A_SECOND = 5, TURNS = 20000 };

static rcl_mutex_t mutexes[MUTEXES];
static long totals[MUTEXES], made[THREADS];
static volatile int stop;

/* Takes so long that who waits for it lets others post their requests, however few
 * the processors are. */
static int count_cs(void *total)
{
	for (volatile int i = 0; i < TURNS; i++)
		;
	++*(long *)total;
	return 0;
}

static void *use(void *arg)
{
	long *mine = arg;

	for (unsigned int i = 0; !stop; i++) {
		unsigned int which = i % 16 ? i % 2 : 2 + i / 16 % 9;

		rcl_exec_anon(&mutexes[which], count_cs, &totals[which], 0);
		++*mine;
	}
	return NULL;
}

static int has_moved(const char *path)
{
	char text[4096];
	FILE *in = rcl_write_stats(path) ? NULL : fopen(path, "r");
	size_t length = in ? fread(text, 1, sizeof(text) - 1, in) : 0;
	const char *moves;

	if (in)
		fclose(in);
	text[length] = '\0';
	moves = strstr(text, "\"moves\": ");
	return moves && atoi(moves + 9) > 0;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	long all = 0;

	if (argc < 3)
		return 2;
	for (int i = 0; i < MUTEXES; i++)
		rcl_mutex_init(&mutexes[i], NULL, db);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, use, &made[i]);
	for (int i = 0; i < LOOKS_A_SECOND * atoi(argv[2]) &&
			!has_moved(argv[1]); i++)
		usleep(1000000 / LOOKS_A_SECOND);
	usleep(1000000 / LOOKS_A_SECOND);
	stop = 1;
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		all -= made[i];
	}
	for (int i = 0; i < MUTEXES; i++)
		all += totals[i];
	return all ? 1 : rcl_write_stats(argv[1]);
}
