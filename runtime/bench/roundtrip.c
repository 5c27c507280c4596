/* SPDX-License-Identifier: MIT */
/*
 * roundtrip.c - one client's request to its server and back, against the
 * ping-pong over two lines between the same two processors, which is the least
 * that a request and a response can cost.
 *
 * Both take turns, so that both meet the same state of the machine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

enum {
	TRIPS = 50,		/* timed together */
	BATCHES = 60,
	SETTLING = 20,		/* of them, until server and caches settle */
	REST = 3000000,		/* nanoseconds: the server falls asleep */
	MOST_SECONDS = 10,	/* after which no more is begun */
};

static int no_context(void *ctx)
{
	return ctx == NULL;
}

static int two_words(void *arg)
{
	struct context *ctx = arg;

	ctx->out = answer_to(ctx->in);
	return 1;
}

static int eight_words(void *arg)
{
	uint64_t *words = arg, sum = 0;

	for (unsigned int i = 2; i < 8; i++)
		sum += words[i];
	words[1] = answer_to(words[0]) + sum;
	return 1;
}

static const struct variant {
	const char *subject, *context;
	rcl_section_fn *section;
	size_t size;
	bool context_given;
} variants[] = {
	{ "rcl-anon", "none", no_context, 0, false },
	{ "rcl-anon", "16 bytes by value", two_words, 16, true },
	{ "rcl-anon", "16 bytes by address", two_words, 0, true },
	{ "rcl-anon", "64 bytes", eight_words, 64, true },
	{ "rcl-errno", "16 bytes by value", two_words, 16, true },
	{ "rcl-thread", "16 bytes by value", two_words, 16, true },
};
enum { VARIANTS = sizeof(variants) / sizeof(variants[0]) };

/* Ticks of a trip, from TRIPS of them. */
static double batch(const struct variant *variant, struct subject *subject)
{
	_Alignas(64) uint64_t words[8] = { 0 };
	void *ctx = variant->context_given ? words : NULL;
	uint64_t start = ticks_before(), wrong = 0;
	double ticks;

	for (words[0] = 1; words[0] <= TRIPS; words[0]++) {
		wrong |= execute(subject, variant->section, ctx,
				 variant->size) != 1;
		wrong |= ctx && words[1] != answer_to(words[0]);
	}
	ticks = (double)(ticks_after() - start) / TRIPS;
	if (wrong)
		die("%s, %s: wrong results", variant->subject, variant->context);
	return ticks;
}

static double trip(const struct variant *variant)
{
	struct subject *subject = find_subject(variant->subject);
	double ticks[BATCHES];

	for (unsigned int i = 0; i < BATCHES; i++)
		ticks[i] = batch(variant, subject);
	return quantile(ticks + SETTLING, BATCHES - SETTLING, .5);
}

static double limit(void)
{
	struct timespec rest = { 0, REST };

	nanosleep(&rest, NULL);
	return pingpong();
}

/* Before the first use of the library. */
static void place_server(void)
{
	char cpu[16];

	snprintf(cpu, sizeof(cpu), "%u", cpus[1]);
	setenv("RCL_CORES", cpu, 1);
	trip(&variants[0]);
}

void roundtrip(const struct options *options)
{
	unsigned int repeat = options->repeat, done = 0;
	double *limits = calloc(repeat + 1, sizeof(*limits));
	double *trips = calloc((size_t)VARIANTS * repeat, sizeof(*trips));
	double start = now();

	if (!limits || !trips)
		die("not enough memory");
	if (cpu_count < 2)
		die("a round trip needs two processors");
	place_server();
	limits[0] = limit();
	while (done < repeat && (done == 0 || now() - start < MOST_SECONDS)) {
		pin(cpus[0]);
		for (unsigned int i = 0; i < VARIANTS; i++) {
			unsigned int k = (i + done) % VARIANTS;

			trips[k * repeat + done] = trip(&variants[k]);
		}
		limits[++done] = limit();
	}
	printf("{\"verdict\": \"right\", \"pingpong\": [");
	for (unsigned int r = 0; r <= done; r++)
		printf("%s%.1f", r ? ", " : "", limits[r]);
	printf("], \"variants\": [");
	for (unsigned int k = 0; k < VARIANTS; k++) {
		printf("%s{\"subject\": \"%s\", \"context\": \"%s\", \"ticks\": [",
		       k ? ", " : "", variants[k].subject, variants[k].context);
		for (unsigned int r = 0; r < done; r++)
			printf("%s%.1f", r ? ", " : "", trips[k * repeat + r]);
		printf("]}");
	}
	printf("]}\n");
}
