/* SPDX-License-Identifier: MIT */
/*
 * bench RECORDER OTHER [COMMAND [ARGUMENT...]]: what recording costs a program that does little but lock, and then a
 * real one. Each runs bare, under the recorder, and under a recorder of another making (mutrace's way: other.c), in
 * turns; the least of several runs counts, for what disturbs a run only makes it longer.
 *
 * Loads: `private`, every thread its own mutex; `shared`, one mutex and a section of about 200 additions;
 * `many`, every thread 1000 mutexes.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
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

/* Ends in the command, recorded to the folder, with its output going to the descriptor. */
static void become(char *const command[], const char *preload, const char *folder, int output)
{
	char recording[4096];

	snprintf(recording, sizeof recording, "%s/recording", folder);
	setenv("RCL_PROFILE", recording, 1);
	setenv("LD_PRELOAD", preload, 1);
	dup2(output, STDOUT_FILENO);
	execvp(command[0], command);
	_exit(127);
}

static void remove_folder(const char *folder)
{
	char command[4096];

	snprintf(command, sizeof command, "rm -r '%s'", folder);
	if (system(command))
		fprintf(stderr, "bench: %s stays\n", folder);
}

/* Runs a command in another process. Returns the number that it prints, or else its processor time in ns; -1: failed. */
static double run(char *const command[], const char *preload)
{
	char folder[] = "/tmp/rcl-bench-XXXXXX", printed[4096] = "", *end;
	int ends[2], status = -1;
	struct rusage used;
	double ns;
	pid_t child;

	if (!mkdtemp(folder) || pipe(ends))
		return -1;
	child = fork();
	if (!child) {
		close(ends[0]);
		become(command, preload, folder, ends[1]);
	}
	close(ends[1]);
	/* a number comes in one piece; what else is printed does not matter */
	if (read(ends[0], printed, sizeof printed - 1) > 0)
		while (read(ends[0], (char[65536]){ 0 }, 65536) > 0)
			;
	close(ends[0]);
	if (child < 0 || wait4(child, &status, 0, &used) != child || status)
		return -1;
	remove_folder(folder);
	ns = strtod(printed, &end);
	if (end != printed && *end == '\n')
		return ns;
	return 1e9 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	       1e3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static void measure(const char *name, char *const command[], const char *const preload[WAYS], double unit)
{
	double least[WAYS];

	for (int i = 0; i < RUNS; i++)
		for (int way = 0; way < WAYS; way++) {
			double ns = run(command, preload[way]);

			if (i == 0 || ns < least[way])
				least[way] = ns;
		}
	printf("%-8s", name);
	for (int way = 0; way < WAYS; way++)
		printf(" %9.1f", least[way] / unit);
	printf(" %8.2fx %8.2fx\n", least[1] / least[0], least[2] / least[0]);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	if (argc == 2) {
		load = atoi(argv[1]);
		run_load();
		return 0;
	}
	if (argc < 3) {
		fprintf(stderr, "usage: bench RECORDER OTHER [COMMAND [ARGUMENT...]]\n");
		return 2;
	}
	const char *const preload[WAYS] = { "", argv[1], argv[2] };

	printf("ns of processor time a pair of lock and unlock, %d threads, the least of %d runs\n", THREADS, RUNS);
	printf("%-8s %9s %9s %9s %9s %9s\n", "load", "bare", "recorder", "mutrace", "recorder", "mutrace");
	for (int which = 0; which < LOADS; which++)
		measure(loads[which], (char *[]){ argv[0], (char[]){ (char)('0' + which), '\0' }, NULL }, preload, 1);
	if (argc > 3) {
		printf("ms of processor time of a whole program\n");
		measure(argv[3], argv + 3, preload, 1e6);
	}
	return 0;
}
