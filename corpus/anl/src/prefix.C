/* SPDX-License-Identifier: MIT */
/*
 * A parallel sort by counting: buckets are handed out by self-scheduling subscripts, and the counts of the threads are
 * added up in a tree whose nodes are events that one thread sets and another waits for: the locks of a radix sort.
 */
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, KEYS = 40000, DIGITS = 16, ROUNDS = 4, CHUNKS = 100, CHUNK = KEYS / CHUNKS };

MAIN_ENV

struct node {
	PAUSEDEC(ready)
	PAUSEDEC(taken)
	int count[DIGITS];
};

struct global {
	LOCKDEC(index_lock)
	int index;
	BARDEC(round)
	GSDEC(chunks)
	LOCKDEC(sum_lock)
	long sum;
	struct node nodes[THREADS];
	unsigned int keys[KEYS];
	long counted[ROUNDS][DIGITS];
};

static struct global *global;

/* Each thread adds its neighbour's counts to its own and hands them on, until the first has them all. */
static void add_up(int self, const int *own, long *total)
{
	int count[DIGITS];

	for (int i = 0; i < DIGITS; i++)
		count[i] = own[i];
	for (int step = 1; step < THREADS; step *= 2) {
		struct node *other;

		if (self & step) {
			struct node *node = &global->nodes[self];

			for (int i = 0; i < DIGITS; i++)
				node->count[i] = count[i];
			SETPAUSE(node->ready)
			WAITPAUSE(node->taken)
			CLEARPAUSE(node->taken)
			return;
		}
		other = &global->nodes[self + step];
		WAITPAUSE(other->ready)
		CLEARPAUSE(other->ready)
		for (int i = 0; i < DIGITS; i++)
			count[i] += other->count[i];
		SETPAUSE(other->taken)
	}
	for (int i = 0; i < DIGITS; i++)
		total[i] = count[i];
}

static void *work(void *arg)
{
	int self, chunk;
	long sum = 0;

	(void)arg;
	LOCK(global->index_lock)
	self = global->index++;
	UNLOCK(global->index_lock)
	for (int round = 0; round < ROUNDS; round++) {
		int count[DIGITS] = {0};

		for (;;) {
			GETSUB(global->chunks, chunk, CHUNKS - 1, THREADS)
			if (chunk < 0)
				break;
			for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK; i++) {
				count[global->keys[i] >> (4 * round) & (DIGITS - 1)]++;
				sum += global->keys[i];
			}
		}
		add_up(self, count, global->counted[round]);
		BARRIER(global->round, THREADS)
	}
	LOCK(global->sum_lock)
	global->sum += sum;
	UNLOCK(global->sum_lock)
	return NULL;
}

int main(void)
{
	long expected[ROUNDS][DIGITS] = {{0}}, sum = 0, wrong = 0;

	global = calloc(1, sizeof(*global));
	LOCKINIT(global->index_lock)
	LOCKINIT(global->sum_lock)
	BARINIT(global->round)
	GSINIT(global->chunks)
	for (int i = 0; i < THREADS; i++) {
		PAUSEINIT(global->nodes[i].ready)
		PAUSEINIT(global->nodes[i].taken)
	}
	for (unsigned int i = 0; i < KEYS; i++) {
		global->keys[i] = i * 2654435761u >> 16;
		sum += (long)ROUNDS * global->keys[i];
		for (int round = 0; round < ROUNDS; round++)
			expected[round][global->keys[i] >> (4 * round) & (DIGITS - 1)]++;
	}
	for (int i = 0; i < THREADS; i++)
		CREATE(work)
	WAIT_FOR_END
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < DIGITS; i++)
			wrong += expected[round][i] != global->counted[round][i];
	printf("%d keys, sum %ld, %ld counts wrong\n", KEYS, global->sum, wrong);
	return wrong == 0 && global->sum == sum ? 0 : 1;
}
