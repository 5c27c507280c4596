/* SPDX-License-Identifier: MIT */
/*
 * alone.c - what a section costs one thread when there is no other.
 *
 * Differences of a few per cent drown in the machine's changes of speed, so
 * subjects take turns in slices of some microseconds, each right after a slice
 * of pthread_mutex with which it is compared.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"

enum { SLICE = 500 };	/* sections */

static uint64_t count;

static int section(void *arg)
{
	struct context *ctx = arg;

	count++;
	ctx->out = answer_to(ctx->in);
	return exit_for(ctx->in);
}

/*
 * Ticks of a section and the delay after it.  Where the low bits of a stack
 * address are those of a mutex, the processor takes a load for dependent on a
 * store and is half as fast: the stack lies elsewhere at each turn.
 */
static double slice(struct subject *subject, uint64_t turns, unsigned int turn)
{
	volatile char *shift = __builtin_alloca(64 * (turn % 64 + 1));
	struct context ctx = { 0, 0 };
	uint64_t start, before = count, wrong = 0;
	double ticks;

	*shift = 0;
	start = ticks_before();
	for (ctx.in = 1; ctx.in <= SLICE; ctx.in++) {
		int result = execute(subject, section, &ctx, sizeof(ctx));

		wrong |= ctx.out ^ answer_to(ctx.in);
		wrong |= (uint64_t)(result ^ exit_for(ctx.in));
		if (turns)
			spin(turns);
	}
	ticks = (double)(ticks_after() - start) / SLICE;
	if (wrong || count != before + SLICE)
		die("%s: wrong results without contention", subject->name);
	return ticks;
}

/* pthread_mutex does without atomic instructions in a process that never had a
 * second thread; programs with mutexes to speak of have one. */
static void *second_thread(void *unused)
{
	pause();
	return unused;
}

void alone(const struct options *options)
{
	unsigned int repeat = options->repeat;
	uint64_t turns = turns_of(options->delay);
	size_t values = (size_t)subject_count * repeat;
	double *ticks = calloc(values, sizeof(*ticks));
	double *ratios = calloc(values, sizeof(*ratios));
	const char *separator = "";
	pthread_t thread;

	if (!ticks || !ratios ||
	    pthread_create(&thread, NULL, second_thread, NULL))
		die("not enough memory");
	for (unsigned int r = 0; r < repeat; r++)
		for (unsigned int i = 0; i < subject_count; i++) {
			unsigned int k = (i + r) % subject_count;
			double base;

			if (subjects[k].remote)
				continue;
			base = slice(baseline, turns, r);
			ticks[k * repeat + r] = slice(&subjects[k], turns, r);
			ratios[k * repeat + r] = ticks[k * repeat + r] / base;
		}
	printf("{\"verdict\": \"right\", \"subjects\": {");
	for (unsigned int k = 0; k < subject_count; k++) {
		if (subjects[k].remote)
			continue;
		printf("%s\"%s\": {\"ticks\": %.2f, \"ratio\": [%.4f, %.4f, %.4f]}",
		       separator, subjects[k].name,
		       quantile(&ticks[k * repeat], repeat, .5),
		       quantile(&ratios[k * repeat], repeat, .25),
		       quantile(&ratios[k * repeat], repeat, .5),
		       quantile(&ratios[k * repeat], repeat, .75));
		separator = ", ";
	}
	printf("}}\n");
}
