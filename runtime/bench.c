/* SPDX-License-Identifier: MIT */
/*
 * bench.c - throughput of the kinds of mutex, side by side.
 *
 *	bench [-t THREADS,...] [-d DELAY,...] [-l LINES,...] [-s SECONDS] [-r ROUNDS]
 *
 * The papers' microbenchmark: each thread executes a section that reads and
 * writes LINES shared cache lines, each address taken from the line before, and
 * then spins privately for DELAY turns of an empty loop.  In each of ROUNDS
 * rounds every kind runs for SECONDS, one after the other, so that a change of
 * the machine's speed meets all of them; the figures are medians over the
 * rounds.  Prints one JSON object; ratios are to kind posix in the same round.
 */
#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <rcl.h>

#define RCL_LOCK_bench_posix	RCL_POSIX
#define RCL_LOCK_bench_inline	RCL_INLINE
#define RCL_LOCK_bench_rcl	RCL_SERVER(0)

enum { MAX_LIST = 16, MAX_LINES = 64, MAX_THREADS = 1024, MAX_ROUNDS = 99 };

typedef int exec_call(rcl_mutex_t *m, rcl_section_fn *section, void *ctx);

static const struct kind {
	const char *name;
	exec_call *exec;
} kinds[] = {
	{ "posix", rcl_exec_anon },
	{ "inline", rcl_exec_anon },
	{ "rcl-none", rcl_exec_anon },
	{ "rcl-errno", rcl_exec_errno },
	{ "rcl-thread", rcl_exec },
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static rcl_mutex_t mutexes[KINDS] = {
	RCL_MUTEX_INITIALIZER(bench_posix), RCL_MUTEX_INITIALIZER(bench_inline),
	RCL_MUTEX_INITIALIZER(bench_rcl),   RCL_MUTEX_INITIALIZER(bench_rcl),
	RCL_MUTEX_INITIALIZER(bench_rcl),
};

/* One cache line: where the next is, so that loads cannot overlap. */
static struct line {
	_Alignas(64) unsigned long count;	/* guarded by the mutex in use */
	struct line *next;
} lines[MAX_LINES];

struct list {
	unsigned int count, values[MAX_LIST];
};

/* One run; constant while its threads run, but for stop. */
static unsigned int current_kind, current_lines, current_delay;
static _Atomic bool stop;
static pthread_barrier_t barrier;

static struct worker {
	_Alignas(64) pthread_t thread;
	unsigned long done;			/* read after the join */
} workers[MAX_THREADS];

static int section(void *ctx)
{
	struct line *line = lines;

	for (unsigned int left = *(unsigned int *)ctx; left > 0; left--) {
		line->count++;
		line = line->next;
	}
	return 0;
}

static void *work(void *arg)
{
	struct worker *me = arg;
	unsigned int count = current_lines;
	exec_call *exec = kinds[current_kind].exec;
	unsigned long done = 0;

	pthread_barrier_wait(&barrier);
	/* relaxed: the join orders what is read. */
	while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
		exec(&mutexes[current_kind], section, &count);
		for (unsigned int i = 0; i < current_delay; i++)
			__asm__ volatile("" : : : "memory");
		done++;
	}
	me->done = done;
	return NULL;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Sections a second. */
static double run(unsigned int threads, double seconds)
{
	unsigned long done = 0;
	double start;

	memset(lines, 0, sizeof(lines));
	for (unsigned int i = 0; i < current_lines; i++)
		lines[i].next = &lines[i + 1 < current_lines ? i + 1 : 0];
	atomic_store_explicit(&stop, false, memory_order_relaxed);
	pthread_barrier_init(&barrier, NULL, threads + 1);
	for (unsigned int i = 0; i < threads; i++)
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i])) {
			fprintf(stderr, "bench: no thread %u\n", i);
			exit(1);
		}
	pthread_barrier_wait(&barrier);
	start = now();
	usleep((useconds_t)(seconds * 1e6));
	atomic_store_explicit(&stop, true, memory_order_relaxed);
	seconds = now() - start;
	for (unsigned int i = 0; i < threads; i++) {
		pthread_join(workers[i].thread, NULL);
		done += workers[i].done;
	}
	pthread_barrier_destroy(&barrier);
	if (lines[0].count != done) {
		fprintf(stderr, "bench: %s ran %lu of %lu sections\n",
			kinds[current_kind].name, lines[0].count, done);
		exit(1);
	}
	return (double)done / seconds;
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

static double median(double *values, unsigned int count)
{
	qsort(values, count, sizeof(*values), compare);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static void measure(unsigned int threads, unsigned int rounds, double seconds,
		    const char *separator)
{
	static double rates[KINDS][MAX_ROUNDS], ratios[KINDS][MAX_ROUNDS];

	for (unsigned int r = 0; r < rounds; r++)
		for (current_kind = 0; current_kind < KINDS; current_kind++) {
			rates[current_kind][r] = run(threads, seconds);
			ratios[current_kind][r] =
				rates[current_kind][r] / rates[0][r];
		}
	printf("%s\n  {\"threads\": %u, \"delay\": %u, \"lines\": %u, \"kinds\": {",
	       separator, threads, current_delay, current_lines);
	for (unsigned int k = 0; k < KINDS; k++)
		printf("%s\n    \"%s\": {\"per_second\": %.0f, \"ratio\": %.3f}",
		       k ? "," : "", kinds[k].name, median(rates[k], rounds),
		       median(ratios[k], rounds));
	printf("}}");
	fflush(stdout);
}

static struct list parse(const char *text, unsigned int least, unsigned int most)
{
	struct list list = { 0 };
	unsigned long value;
	char *end;

	do {
		value = strtoul(text, &end, 10);
		if (end == text || (*end && *end != ',') || value < least ||
		    value > most || list.count == MAX_LIST) {
			fprintf(stderr, "bench: \"%s\": numbers from %u to %u, "
				"comma separated\n", text, least, most);
			exit(2);
		}
		list.values[list.count++] = (unsigned int)value;
		text = end + 1;
	} while (*end);
	return list;
}

int main(int argc, char **argv)
{
	struct list threads = { 5, { 1, 2, 4, 8, 16 } };
	struct list delays = { 2, { 100, 10000 } }, counts = { 2, { 1, 5 } };
	unsigned int rounds = 5;
	double seconds = 0.1;
	const char *separator = "";
	int option;

	while ((option = getopt(argc, argv, "t:d:l:s:r:")) != -1)
		switch (option) {
		case 't': threads = parse(optarg, 1, MAX_THREADS); break;
		case 'd': delays = parse(optarg, 0, 1000000000); break;
		case 'l': counts = parse(optarg, 1, MAX_LINES); break;
		case 's': seconds = atof(optarg); break;
		case 'r': rounds = parse(optarg, 1, MAX_ROUNDS).values[0]; break;
		default: return 2;
		}
	printf("{\"schema\": \"rcl-runtime-bench-1\", \"processors\": %ld, "
	       "\"runs\": [", sysconf(_SC_NPROCESSORS_ONLN));
	for (unsigned int d = 0; d < delays.count; d++)
		for (unsigned int l = 0; l < counts.count; l++)
			for (unsigned int t = 0; t < threads.count; t++) {
				current_delay = delays.values[d];
				current_lines = counts.values[l];
				measure(threads.values[t], rounds, seconds,
					separator);
				separator = ",";
			}
	printf("]}\n");
	return 0;
}
