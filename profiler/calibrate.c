/* SPDX-License-Identifier: MIT */
/*
 * What the recorder costs here: pairs of lock and unlock on a private mutex, without and with the recorder. The best of
 * some batches counts, so that being preempted in one does not; the real cost is higher where the recorder's tables
 * fall out of the cache. It is measured when the program starts, and again when it has created its first thread: with
 * one thread only, the C library leaves out the atomic operations.
 */
#include "recorder.h"

enum { BATCHES = 12, PAIRS = 250 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Not inlined: all batches have one call site. */
__attribute__((noinline)) static uint64_t batch(int (*lock)(pthread_mutex_t *), int (*unlock)(pthread_mutex_t *))
{
	uint64_t begin = rcl_ticks();

	for (int i = 0; i < PAIRS; i++) {
		lock(&mutex);
		unlock(&mutex);
	}
	return rcl_ticks() - begin;
}

static uint64_t per_thousand(uint64_t ticks)
{
	return ticks * 1000 / PAIRS;
}

static uint64_t bare_pair(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < BATCHES; i++) {
		uint64_t ticks = batch(rcl_real.pthread_mutex_lock, rcl_real.pthread_mutex_unlock);

		if (ticks < least)
			least = ticks;
	}
	return per_thousand(least);
}

static void recorded_pair(struct rcl_header *header, const struct rcl_row *row)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < BATCHES; i++) {
		uint64_t wait = row->wait, hold = row->hold;
		uint64_t ticks = batch(pthread_mutex_lock, pthread_mutex_unlock);

		if (ticks >= least)
			continue;
		least = ticks;
		header->recorded_pair = per_thousand(ticks);
		header->recorded_wait = per_thousand(row->wait - wait);
		header->recorded_hold = per_thousand(row->hold - hold);
	}
}

static struct rcl_row *row_of_class(const struct rcl_client *client, const struct rcl_class *class)
{
	for (size_t i = 0; i <= client->mask; i++)
		if (client->index[i] && client->index[i]->owner == (uintptr_t)class)
			return client->index[i];
	return NULL;
}

void rcl_calibrate(struct rcl_header *header)
{
	struct rcl_client *client = rcl_self;
	uint64_t in_sections = client->thread->in_sections;
	const struct rcl_slot *slot;
	struct rcl_class *class;
	struct rcl_row *row;

	header->bare_pair = bare_pair();
	batch(pthread_mutex_lock, pthread_mutex_unlock);
	slot = rcl_slot_find((uintptr_t)&mutex);
	if (!slot)
		return;
	/* relaxed: this thread has made it */
	class = atomic_load_explicit(&slot->class, memory_order_relaxed);
	row = row_of_class(client, class);
	if (!row)
		return;
	recorded_pair(header, row);
	/* nothing of this is the program's */
	class->chunk.kind = row->chunk.kind = RCL_FREE;
	client->thread->in_sections = in_sections;
}
