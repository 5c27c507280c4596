/* SPDX-License-Identifier: MIT */
/* The pairs: an open hash a thread. Off the path of a lock that neither waits nor nests. */
#include "recorder.h"

static size_t hash(enum rcl_relation relation, uintptr_t first, uintptr_t second)
{
	return (size_t)relation + first / RCL_ALIGN * 31 + second / RCL_ALIGN * 17 + second;
}

/* Null: the index is full. */
static struct rcl_pair **place(struct rcl_client *client, enum rcl_relation relation, uintptr_t first, uintptr_t second)
{
	for (size_t i = hash(relation, first, second);; i++) {
		struct rcl_pair **found = &client->pairs[i & (RCL_PAIRS - 1)];

		if (!*found)
			return client->pair_count < RCL_PAIRS / 4 * 3 ? found : NULL;
		if ((*found)->relation == relation && (*found)->first == first && (*found)->second == second)
			return found;
	}
}

static struct rcl_pair *make(struct rcl_client *client, enum rcl_relation relation, uintptr_t first, uintptr_t second)
{
	struct rcl_pair **where, *pair = NULL;

	if (!client->pairs)
		client->pairs = rcl_memory(RCL_PAIRS * sizeof(struct rcl_pair *));
	where = client->pairs ? place(client, relation, first, second) : NULL;
	if (where && *where)
		return *where;
	if (where)
		pair = rcl_store_chunk(RCL_PAIR, sizeof *pair);
	if (!pair) {
		rcl_store_lose_pair();
		return NULL;
	}
	pair->relation = relation;
	pair->first = first;
	pair->second = second;
	client->pair_count++;
	*where = pair;
	return pair;
}

void rcl_pair_add(struct rcl_client *client, enum rcl_relation relation, uintptr_t first, uintptr_t second,
		  uint64_t count, uint64_t other)
{
	struct rcl_pair **where = client->pairs ? place(client, relation, first, second) : NULL;
	struct rcl_pair *pair = where ? *where : NULL;

	if (!pair) {
		if (!rcl_store_usable())
			return;
		rcl_store_lock();
		pair = make(client, relation, first, second);
		rcl_store_unlock();
	}
	if (!pair)
		return;
	pair->count += count;
	pair->other += other;
}
