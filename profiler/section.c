/* SPDX-License-Identifier: MIT */
/* What happens at an acquisition or release now and then: it is timed, waits, fails, nests, or ends out of order. */
#include <string.h>

#include "section.h"

/* Inner sections: how many of the locks held, counted from the innermost, become pairs. */
enum { NESTS = 8 };

static void add_wait(struct rcl_row *row, uint64_t wait, uint64_t weight)
{
	row->wait += wait * weight;
	if (wait > row->longest_wait)
		row->longest_wait = wait;
}

/*
 * A wait may last: what it makes long is counted for itself from now on. What a timed section stood for besides is left
 * to the next one, and one that was not timed loses what came before.
 */
static void count_exactly(struct rcl_client *client, uint64_t now)
{
	for (struct rcl_held *held = client->held; held < client->held + client->depth; held++) {
		held->row->accounted += 1 - (uint64_t)held->weight;
		held->weight = 1;
		if (!held->acquired)
			held->acquired = now;
	}
	client->outermost_weight = 1;
	if (!client->outermost)
		client->outermost = now;
}

uint64_t rcl_attempt_wait(struct rcl_attempt attempt)
{
	uint64_t now = rcl_ticks(), queue;

	if (attempt.client->depth)
		count_exactly(attempt.client, now);
	if (attempt.called)
		add_wait(attempt.row, rcl_elapsed(attempt.called, now), rcl_look_weight(attempt.row));
	attempt.client->waits_for = attempt.slot;
	/* relaxed: a count */
	queue = (uint64_t)(atomic_fetch_add_explicit(&attempt.slot->waiters, 1, memory_order_relaxed) + 1);
	if (queue > attempt.row->longest_queue)
		attempt.row->longest_queue = queue;
	rcl_say(attempt.client, attempt.row->owner | 1);
	return now;
}

/* The wait is over, whatever came of it. The slot still says who had the lock before, or has it. */
static void waited(struct rcl_attempt attempt, uint64_t done)
{
	/* relaxed: a hint */
	uint64_t holder = atomic_load_explicit(&attempt.slot->holder, memory_order_relaxed);
	const struct rcl_row *before = rcl_store_row((uint32_t)holder);
	uint64_t wait = rcl_elapsed(attempt.called, done);

	/* relaxed: a count */
	atomic_fetch_sub_explicit(&attempt.slot->waiters, 1, memory_order_relaxed);
	attempt.client->waits_for = NULL;
	add_wait(attempt.row, wait, 1);
	rcl_bucket_count(attempt.row->waits_for, wait, 1);
	if (before)
		rcl_pair_add(attempt.client, RCL_BEHIND, (uintptr_t)attempt.row, before->site, 1, wait);
}

uint32_t rcl_hold_weight(struct rcl_attempt attempt)
{
	struct rcl_row *row = attempt.row;
	/* a section that had to be waited for is no sample of the others */
	uint64_t weight = attempt.waited ? 1 : row->acquisitions + 1 - row->accounted;

	row->accounted += weight;
	return (uint32_t)weight;
}

void rcl_hold_add(const struct rcl_held *held, uint64_t releasing)
{
	struct rcl_row *row = held->row;
	uint64_t hold = rcl_elapsed(held->acquired, releasing);

	row->hold += hold * held->weight;
	if (hold > row->longest_hold)
		row->longest_hold = hold;
	rcl_bucket_count(row->holds, hold, held->weight);
	if (hold >= RCL_SHORT)
		row->next_look = 0;	/* the next one is timed, too */
}

bool rcl_attempt_timed(struct rcl_attempt attempt, uint64_t done)
{
	if (attempt.waited) {
		attempt.row->contended++;
		waited(attempt, done);
	} else {
		add_wait(attempt.row, rcl_elapsed(attempt.called, done), rcl_look_weight(attempt.row));
	}
	if (attempt.client->sample.state != RCL_ARMED)
		return false;
	rcl_sample_begin(attempt.client);
	return true;
}

int rcl_attempt_fail(struct rcl_attempt attempt, int result)
{
	struct rcl_client *client = attempt.client;
	uint64_t done = rcl_ticks();

	if (client->sample.state == RCL_ARMED)
		rcl_sample_forget(client);
	if (attempt.waited) {
		waited(attempt, done);
		rcl_say(client, rcl_innermost(client));
		if (!client->depth)
			client->thread->in_sections += rcl_elapsed(attempt.called, done);
	}
	if (result == EBUSY || result == ETIMEDOUT)
		attempt.row->failures++;
	return result;
}

void rcl_section_nest(struct rcl_client *client, const struct rcl_row *row)
{
	size_t from = client->depth > NESTS ? client->depth - NESTS : 0;

	for (size_t i = from; i < client->depth; i++)
		rcl_pair_add(client, RCL_NESTED, client->held[i].row->owner, row->owner, 1, 0);
}

static void remove_held(struct rcl_client *client, struct rcl_held *held)
{
	struct rcl_held *last = &client->held[client->depth - 1];

	memmove(held, held + 1, (size_t)((char *)last - (char *)held));
}

void rcl_section_cross(struct rcl_client *client, struct rcl_held *held)
{
	for (const struct rcl_held *later = held + 1; later < client->held + client->depth; later++)
		rcl_pair_add(client, RCL_NESTED, held->row->owner, later->row->owner, 0, 1);
	remove_held(client, held);
}

void rcl_section_forget(struct rcl_client *client, struct rcl_held *held)
{
	if (held->sampled)
		rcl_sample_forget(client);
	remove_held(client, held);
	client->depth--;
	client->thread->unended++;
}

bool rcl_section_again(struct rcl_client *client, struct rcl_held *held)
{
	const struct rcl_class *class = (const struct rcl_class *)held->row->owner;
	const pthread_mutex_t *mutex = (const pthread_mutex_t *)held->lock;
	bool recursive = class->type == RCL_MUTEX && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;

	if (recursive || class->type == RCL_RWLOCK) {
		held->nested++;
		return true;
	}
	/* another thread has released it for this one */
	rcl_section_forget(client, held);
	return false;
}
