/* SPDX-License-Identifier: MIT */
/*
 * bench RECORDER OTHER: what recording costs a program that does little but lock. Each load runs bare, under the
 * recorder, and under a recorder of another making (mutrace's way: other.c), in turns; medians of several runs count.
 *
 * Loads: `private`, every thread its own mutex; `shared`, one mutex and a section of about 200 additions;
 * `many`, every thread 1000 mutexes.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 7, WAYS = 3, LOADS = 3, THREADS = 2, PAIRS = 500000, SECTION = 200, MANY = 1000 };

static const char *const loads[LOADS] = { "private", "shared", "many" };
static pthread_mutex_t mutexes[THREADS][MANY];
static volatile long data;
static int load;

static void pair(pthread_mutex_t *mutex, int additions)
{
	pthread_mutex_lock(mutex);
	for (int i = 0; i < additions; i++)
		data++;
	pthread_mutex_unlock(mutex);
}

static void *work(void *mine)
{
	pthread_mutex_t *mutex = mine;

	for (int i = 0; i < PAIRS; i++) {
		if (load == 0)
			pair(mutex, 0);
		else if (load == 1)
			pair(mutexes[0], SECTION);
		else
			pair(mutex + i % MANY, 0);
	}
	return NULL;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Prints the ns of processor time that a pair took: other programs on the machine do not count. */
static void run_load(void)
{
	pthread_t threads[THREADS];
	double begin = now();

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, mutexes[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%f\n", (now() - begin) / PAIRS / THREADS);
}

/* Runs this program in another process; returns what it prints. */
static double run(const char *program, int which, const char *preload)
{
	char command[8192], folder[] = "/tmp/rcl-bench-XXXXXX";
	double ns = -1;
	FILE *output;

	if (!mkdtemp(folder))
		return ns;
	snprintf(command, sizeof command, "LD_PRELOAD='%s' RCL_PROFILE='%s/recording' '%s' %d; rm -r '%s'", preload, folder,
		 program, which, folder);
	output = popen(command, "r");
	if (!output || fscanf(output, "%lf", &ns) != 1)
		ns = -1;
	if (output)
		pclose(output);
	return ns;
}

static int compare(const void *one, const void *other)
{
	double a = *(const double *)one, b = *(const double *)other;

	return (a > b) - (a < b);
}

static void measure(const char *program, int which, const char *const preload[WAYS])
{
	double ns[WAYS][RUNS];

	for (int i = 0; i < RUNS; i++)
		for (int way = 0; way < WAYS; way++)
			ns[way][i] = run(program, which, preload[way]);
	printf("%-8s", loads[which]);
	for (int way = 0; way < WAYS; way++) {
		qsort(ns[way], RUNS, sizeof **ns, compare);
		printf(" %9.1f", ns[way][RUNS / 2]);
	}
	printf(" %8.2fx %8.2fx\n", ns[1][RUNS / 2] / ns[0][RUNS / 2], ns[2][RUNS / 2] / ns[0][RUNS / 2]);
}

int main(int argc, char **argv)
{
	if (argc == 2) {
		load = atoi(argv[1]);
		run_load();
		return 0;
	}
	if (argc != 3) {
		fprintf(stderr, "usage: bench RECORDER OTHER\n");
		return 2;
	}
	printf("ns of processor time a pair of lock and unlock, %d threads, medians of %d runs\n", THREADS, RUNS);
	printf("%-8s %9s %9s %9s %9s %9s\n", "load", "bare", "recorder", "mutrace", "recorder", "mutrace");
	fflush(stdout);
	for (int which = 0; which < LOADS; which++) {
		measure(argv[0], which, (const char *const[WAYS]){ "", argv[1], argv[2] });
		fflush(stdout);
	}
	return 0;
}
