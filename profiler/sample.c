/* SPDX-License-Identifier: MIT */
/*
 * What is looked at now and then, for it costs more than the whole path: how long a free lock takes to get and is held,
 * what the other threads are in the middle of, and what the kernel and the hardware count during a section. A sample counts for
 * all attempts since the last one at its row, so the sums need no further correction.
 */
#include <sys/resource.h>

#include "section.h"

enum {
	FIRST = 1000,		/* attempts at a row that are all timed, */
	FIRST_SAMPLES = 4,	/* and so many sampled */
	LOOK = 12,		/* then about one in so many is timed, */
	SAMPLE = 350,		/* and one in one and a half of that is sampled, */
	SAMPLE_EACH = 8,	/* plus so many for each thread, whose states cost a cache miss each */
	LONG = 100000,		/* ticks of a hold: the next section is sampled too */
	MET = 8,		/* classes that a sample keeps apart */
};

static uint64_t attempts(const struct rcl_row *row)
{
	return row->acquisitions + row->failures;
}

uint64_t rcl_look_weight(struct rcl_row *row)
{
	uint64_t count = attempts(row) + 1, since = count - row->looked;

	row->looked = count;
	return since;
}

/* The classes that other threads are in a section of, or wait for. */
struct met {
	uintptr_t class[MET];
	bool wanted[MET];
	size_t count;
};

static void meet_one(struct met *met, uintptr_t now)
{
	uintptr_t class = now & ~(uintptr_t)1;
	size_t i = 0;

	while (i < met->count && met->class[i] != class)
		i++;
	if (i == MET)
		return;
	if (i == met->count) {
		met->class[i] = class;
		met->wanted[i] = false;
		met->count++;
	}
	met->wanted[i] |= now & 1;
}

static void meet(struct rcl_client *client, const struct rcl_row *row, uint64_t weight)
{
	struct met met = { .count = 0 };

	for (struct rcl_client *other = rcl_threads_all(); other; other = other->other) {
		/* relaxed: a hint */
		uintptr_t now = atomic_load_explicit(&other->now, memory_order_relaxed);

		if (now && other != client)
			meet_one(&met, now);
	}
	for (size_t i = 0; i < met.count; i++)
		rcl_pair_add(client, RCL_MET, row->owner, met.class[i], weight, met.wanted[i] ? weight : 0);
}

/*
 * Attempts until the next sample; not a fixed number, for it might fall in with the program's own rhythm. Inside of a
 * sampled section only the other threads are looked at, so the next sample comes sooner.
 */
static uint64_t distance(uint64_t count, bool inside)
{
	if (count < FIRST_SAMPLES && !inside)
		return 0;
	return (SAMPLE + SAMPLE_EACH * rcl_threads_count() + rcl_ticks() / 2 % SAMPLE) / (inside ? 8 : 1);
}

static void sample(struct rcl_client *client, struct rcl_row *row)
{
	uint64_t count = attempts(row) + 1, weight = count - row->sampled;
	bool inside = client->sample.state == RCL_RUNNING;

	row->sampled = count;
	row->next_sample = count + distance(count, inside);
	meet(client, row, weight);
	if (inside)
		return;
	row->samples++;
	client->sample.state = RCL_ARMED;
	client->sample.weight = weight;
}

/* Where a thread takes locks less often than every RCL_SHORT ticks, all are timed: that then costs next to nothing. */
uint64_t rcl_look(struct rcl_client *client, struct rcl_row *row)
{
	uint64_t since = attempts(row) + 1 - row->looked, before;

	if (attempts(row) >= row->next_sample)
		sample(client, row);
	before = client->thread->last;
	client->thread->last = rcl_ticks();
	row->next_look = row->acquisitions + 1;
	if (attempts(row) >= FIRST && rcl_elapsed(before, client->thread->last) < since * RCL_SHORT)
		row->next_look += LOOK / 2 + client->thread->last / 2 % LOOK;
	return client->thread->last;
}

static void read_usage(uint64_t *sleeps, uint64_t *switches)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	*sleeps = (uint64_t)usage.ru_nvcsw;
	*switches = (uint64_t)usage.ru_nivcsw;
}

void rcl_sample_begin(struct rcl_client *client)
{
	struct rcl_sample *sample = &client->sample;

	sample->state = RCL_RUNNING;
	read_usage(&sample->sleeps, &sample->switches);
	sample->counted = rcl_counters_read(client, sample->counters);
}

static void add_counters(const struct rcl_client *client, struct rcl_row *row)
{
	const struct rcl_sample *sample = &client->sample;
	uint64_t values[RCL_COUNTERS];

	if (!sample->counted || !rcl_counters_read(client, values))
		return;
	row->counted += sample->weight;
	row->cycles += (values[0] - sample->counters[0]) * sample->weight;
	row->misses += (values[1] - sample->counters[1]) * sample->weight;
}

void rcl_sample_end(struct rcl_client *client, const struct rcl_held *held, uint64_t releasing)
{
	struct rcl_sample *sample = &client->sample;
	struct rcl_row *row = held->row;
	uint64_t sleeps, switches;

	add_counters(client, row);
	read_usage(&sleeps, &switches);
	row->weight += sample->weight;
	if (sleeps != sample->sleeps)
		row->blocked += sample->weight;
	if (switches != sample->switches)
		row->preempted += sample->weight;
	/* a long section can afford the next sample */
	if (rcl_elapsed(held->acquired, releasing) >= LONG)
		row->next_sample = row->next_look = 0;
	sample->state = RCL_UNARMED;
}

void rcl_sample_forget(struct rcl_client *client)
{
	client->sample.state = RCL_UNARMED;
}
