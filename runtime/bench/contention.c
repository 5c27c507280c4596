/* SPDX-License-Identifier: MIT */
/*
 * contention.c - the papers' microbenchmark (the RCL paper, section 4.1).
 *
 * Each thread executes a section, spins privately for a delay, and so on: the
 * shorter the delay, the more contention.  A section reads and writes shared
 * lines, each found through the one before, then likewise lines of its caller's
 * own.  All that it leaves behind is checked: each caller its answer, and in
 * the end the counts and sums in the lines.
 *
 * The delay varies by a quarter up and down, lest the threads march in step.  It
 * may be another one in the warm-up: then the mutex has SETTLING seconds to find
 * itself in the new state of things before the measurement begins.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

enum { FINE = 4, BUCKETS = 64 << FINE };	/* 16 buckets an octave */

/* How long threads may take to stop: spinning queues of more threads than
 * processors take a time slice for each. */
#define PATIENCE	8.0
#define SETTLING	.05

struct line {
	_Alignas(STRIDE) struct line *next;
	uint64_t count, sum;
};

/* Guarded by the mutex under test, both. */
static struct line shared[MAX_LINES], own[MAX_THREADS][MAX_LINES];

enum phase { WARM, SETTLE, MEASURE, STOP };

static struct {
	_Alignas(STRIDE) _Atomic enum phase phase;
	_Alignas(STRIDE) _Atomic unsigned int stopped;	/* threads */
	pthread_barrier_t barrier;
} control;

static struct worker {
	/* Read by the main thread at any time, the rest when this has ended. */
	_Alignas(STRIDE) _Atomic uint64_t done;
	uint64_t random, sum, wrong, slowest, spent;
	unsigned int number;
	pthread_t thread;
	const struct options *options;
	uint32_t samples[BUCKETS];
} workers[MAX_THREADS];

static struct line *chain(struct line *lines, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		lines[i].next = i + 1 < count ? &lines[i + 1] : NULL;
	return count ? lines : NULL;
}

static struct line *first_shared, *first_own[MAX_THREADS];

/* The caller's number is in the low bits of the word. */
static int section(void *arg)
{
	struct context *ctx = arg;
	struct line *line;

	for (line = first_shared; line; line = line->next) {
		line->count++;
		line->sum += ctx->in;
	}
	for (line = first_own[ctx->in % MAX_THREADS]; line; line = line->next)
		line->count++;
	ctx->out = answer_to(ctx->in);
	return exit_for(ctx->in);
}

static unsigned int bucket_of(uint64_t ticks)
{
	unsigned int octave;

	if (ticks < 1 << FINE)
		return (unsigned int)ticks;
	octave = 63 - (unsigned int)__builtin_clzll(ticks);
	return (octave - FINE + 1) << FINE |
	       (ticks >> (octave - FINE) & ((1 << FINE) - 1));
}

/* The middle of a bucket. */
static double ticks_of(unsigned int bucket)
{
	unsigned int shift = (bucket >> FINE) - 1;

	if (bucket < 2 << FINE)
		return bucket;
	return ((double)(bucket & ((1 << FINE) - 1)) + (1 << FINE) + .5) *
	       (double)(1ull << shift);
}

static void spin_about(struct worker *me, uint64_t turns)
{
	me->random ^= me->random << 13;
	me->random ^= me->random >> 7;
	me->random ^= me->random << 17;
	spin(turns - (turns >> 2) + ((me->random & 1023) * turns >> 11));
}

static void measure_one(struct worker *me, uint64_t number)
{
	struct subject *subject = me->options->subject;
	struct context ctx = { number * MAX_THREADS + me->number, 0 };
	uint64_t in = ctx.in, start, took;
	int result;

	start = ticks_before();
	result = execute(subject, section, &ctx, sizeof(ctx));
	took = ticks_after() - start;
	me->sum += in;
	if (subject->detached ? result != 0 :
	    result != exit_for(in) || ctx.out != answer_to(in))
		me->wrong++;
	/* relaxed: nothing is read in the order of these two. */
	atomic_store_explicit(&me->done, number + 1, memory_order_relaxed);
	if (atomic_load_explicit(&control.phase, memory_order_relaxed) < MEASURE)
		return;
	me->samples[bucket_of(took)]++;
	me->spent += took;
	if (took > me->slowest)
		me->slowest = took;
}

static void *work(void *arg)
{
	struct worker *me = arg;
	uint64_t turns = turns_of(me->options->delay), number = 0;
	uint64_t before = me->options->before ? turns_of(me->options->before) :
						turns;
	enum phase phase;

	if (me->options->pinned)
		pin(cpus[me->number % cpu_count]);
	pthread_barrier_wait(&control.barrier);
	/* relaxed: as in measure_one(). */
	while ((phase = atomic_load_explicit(&control.phase,
					     memory_order_relaxed)) != STOP) {
		measure_one(me, number++);
		if (phase == WARM ? before : turns)
			spin_about(me, phase == WARM ? before : turns);
	}
	rcl_flush();
	/* release: all that this thread did comes before. */
	atomic_fetch_add_explicit(&control.stopped, 1, memory_order_release);
	return NULL;
}

static void start_workers(const struct options *options)
{
	first_shared = chain(shared, options->shared);
	pthread_barrier_init(&control.barrier, NULL, options->threads + 1);
	for (unsigned int i = 0; i < options->threads; i++) {
		first_own[i] = chain(own[i], options->own);
		workers[i].number = i;
		workers[i].random = 88172645463325252ull * (i + 1);
		workers[i].options = options;
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			die("no thread %u", i);
	}
	pthread_barrier_wait(&control.barrier);
}

static void rest(double seconds)
{
	struct timespec time = { .tv_sec = (time_t)seconds };

	time.tv_nsec = (long)(1e9 * (seconds - (double)time.tv_sec));
	nanosleep(&time, NULL);
}

/* What is read at both ends of the measured time. */
struct sample {
	double time, cpu, busy;
	long switches;
	uint64_t done[MAX_THREADS];
};

static void take_sample(struct sample *sample, unsigned int threads)
{
	struct rusage usage;

	sample->busy = busy_seconds();
	getrusage(RUSAGE_SELF, &usage);
	sample->switches = usage.ru_nivcsw;
	sample->cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		      1e-6 * (double)(usage.ru_utime.tv_usec +
				      usage.ru_stime.tv_usec);
	/* relaxed: statistics. */
	for (unsigned int i = 0; i < threads; i++)
		sample->done[i] = atomic_load_explicit(&workers[i].done,
						       memory_order_relaxed);
	sample->time = now();
}

static void measure(const struct options *options, struct sample *first,
		    struct sample *last)
{
	rest(options->warmup);
	if (options->before) {
		atomic_store_explicit(&control.phase, SETTLE,
				      memory_order_relaxed);
		rest(SETTLING);
	}
	take_sample(first, options->threads);
	atomic_store_explicit(&control.phase, MEASURE, memory_order_relaxed);
	rest(options->seconds);
	take_sample(last, options->threads);
	atomic_store_explicit(&control.phase, STOP, memory_order_relaxed);
}

/* Whether all threads have come to their end in time. */
static bool join_workers(unsigned int threads)
{
	double limit = now() + PATIENCE;

	/* acquire: pairs with the release at the thread's end. */
	while (atomic_load_explicit(&control.stopped, memory_order_acquire) <
	       threads) {
		if (now() > limit)
			return false;
		rest(.0005);
	}
	for (unsigned int i = 0; i < threads; i++)
		pthread_join(workers[i].thread, NULL);
	return true;
}

/* Whether each section ran once, alone, and answered its own caller. */
static bool right(const struct options *options)
{
	uint64_t done = 0, sum = 0, wrong = 0;

	for (unsigned int i = 0; i < options->threads; i++) {
		done += workers[i].done;
		sum += workers[i].sum;
		wrong += workers[i].wrong;
		for (unsigned int k = 0; k < options->own; k++)
			wrong += own[i][k].count != workers[i].done;
	}
	for (unsigned int k = 0; k < options->shared; k++)
		wrong += shared[k].count != done || shared[k].sum != sum;
	return wrong == 0;
}

static uint64_t merge_samples(uint32_t *all, unsigned int threads)
{
	uint64_t total = 0;

	for (unsigned int i = 0; i < threads; i++)
		for (unsigned int k = 0; k < BUCKETS; k++) {
			all[k] += workers[i].samples[k];
			total += workers[i].samples[k];
		}
	return total;
}

/*
 * The mean time of a section, and its share of the time from one to the next.
 * What others use of the processors between two sections does not count.
 */
static void print_mean(const struct options *options, uint64_t total)
{
	double spent = 0;

	for (unsigned int i = 0; i < options->threads; i++)
		spent += (double)workers[i].spent;
	spent /= total ? (double)total : 1.0;
	printf(", \"section_ns\": %.1f, \"share\": %.4f",
	       spent / ticks_per_ns(), spent / (spent + options->delay));
}

/* How long sections took, from the call to its return. */
static void print_latencies(const struct options *options)
{
	static const struct {
		const char *name;
		double share;
	} shares[] = {
		{ "p50_ns", .5 }, { "p99_ns", .99 }, { "p999_ns", .999 },
	};
	static uint32_t all[BUCKETS];
	unsigned int threads = options->threads;
	uint64_t total = merge_samples(all, threads), passed = 0;
	double rate = ticks_per_ns(), slowest = 0, ticks;
	unsigned int bucket = 0;

	for (unsigned int i = 0; i < threads; i++)
		if ((double)workers[i].slowest > slowest)
			slowest = (double)workers[i].slowest;
	for (unsigned int i = 0; i < 3; i++) {
		while (bucket < BUCKETS - 1 &&
		       (double)(passed + all[bucket]) <
			       shares[i].share * (double)total)
			passed += all[bucket++];
		ticks = ticks_of(bucket);
		printf(", \"%s\": %.1f", shares[i].name,
		       (ticks < slowest ? ticks : slowest) / rate);
	}
	printf(", \"max_ns\": %.1f", slowest / rate);
	print_mean(options, total);
}

static void print_shares(const struct sample *first, const struct sample *last,
			 unsigned int threads)
{
	uint64_t sections = 0, least = UINT64_MAX, most = 0;
	double seconds = last->time - first->time, cpu = last->cpu - first->cpu;

	for (unsigned int i = 0; i < threads; i++) {
		uint64_t done = last->done[i] - first->done[i];

		sections += done;
		least = done < least ? done : least;
		most = done > most ? done : most;
	}
	printf(", \"seconds\": %.4f, \"per_second\": %.1f, \"fairness\": %.4f, "
	       "\"cpu\": %.3f, \"switches\": %ld, \"foreign\": %.3f", seconds,
	       (double)sections / seconds,
	       most ? (double)least / (double)most : 0.0, cpu / seconds,
	       last->switches - first->switches,
	       (last->busy - first->busy - cpu) / seconds);
}

/* They end with this process, which kills them when it has measured. */
static void start_neighbours(pid_t *neighbours, unsigned int count)
{
	pid_t parent = getpid();

	for (unsigned int i = 0; i < count; i++) {
		neighbours[i] = fork();
		if (neighbours[i] < 0)
			die("no neighbour %u", i);
		if (neighbours[i] > 0)
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (getppid() == parent)
			spin(1000000);
		_exit(0);
	}
}

static void stop_neighbours(const pid_t *neighbours, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		kill(neighbours[i], SIGKILL);
		waitpid(neighbours[i], NULL, 0);
	}
}

void contention(const struct options *options)
{
	static struct sample first, last;
	static pid_t neighbours[MAX_CPUS];
	double before = pingpong();
	bool stopped;

	start_neighbours(neighbours, options->neighbours);
	start_workers(options);
	measure(options, &first, &last);
	stop_neighbours(neighbours, options->neighbours);
	stopped = join_workers(options->threads);
	printf("{\"verdict\": \"%s\", \"pingpong\": [%.1f, %.1f]",
	       !stopped ? "stuck" : right(options) ? "right" : "wrong", before,
	       stopped ? pingpong() : before);
	print_shares(&first, &last, options->threads);
	print_latencies(options);
	printf("}\n");
	fflush(stdout);
	if (!stopped)
		_exit(0);	/* the threads cannot be waited for */
}
