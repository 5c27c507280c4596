/* SPDX-License-Identifier: MIT */
/*
 * Bodies are put into a tree of cells, each cell guarded by one of an array of locks that it is hashed to; a leaf that
 * is full becomes a cell under its lock: the locks of an N-body simulation. Then two locks of the array at once, in
 * order, to move weight between bodies.
 */
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 6, BODIES = 20000, LOCKS = 61, CHILDREN = 4 };

MAIN_ENV

struct node {
	int seq;
	int is_cell;
	unsigned int key;
	struct node *child[CHILDREN];
};

static ALOCKDEC(cell_locks, LOCKS)
static LOCKDEC(io_lock)
static LOCKDEC(count_lock)
static BARDEC(built)
static struct node root = {.is_cell = 1};
static int cells, threads_seen;
static int weight[LOCKS];

static struct node *new_node(int is_cell, unsigned int key)
{
	struct node *node = calloc(1, sizeof(*node));

	LOCK(count_lock)
	node->seq = ++cells;
	UNLOCK(count_lock)
	node->is_cell = is_cell;
	node->key = key;
	return node;
}

static void insert(unsigned int key)
{
	struct node *at = &root;
	struct node *leaf = new_node(0, key);
	int level = 0;

	for (;;) {
		unsigned int which = key >> (2 * level) & (CHILDREN - 1);
		struct node *next;

		ALOCK(cell_locks, at->seq % LOCKS)
		if (at->child[which] == NULL) {
			at->child[which] = leaf;
			AULOCK(cell_locks, at->seq % LOCKS)
			break;
		}
		if (!at->child[which]->is_cell) {
			struct node *other = at->child[which];
			struct node *cell = new_node(1, 0);

			if (other->key == key) {
				AULOCK(cell_locks, at->seq % LOCKS)
				return;
			}
			cell->child[other->key >> (2 * level + 2) & (CHILDREN - 1)] = other;
			at->child[which] = cell;
		}
		next = at->child[which];
		AULOCK(cell_locks, at->seq % LOCKS)
		at = next;
		level++;
	}
}

static void move(int from, int to)
{
	if (from == to)
		return;
	ALOCK(cell_locks, from < to ? from : to)
	ALOCK(cell_locks, from < to ? to : from)
	weight[from]--;
	weight[to]++;
	AULOCK(cell_locks, from)
	AULOCK(cell_locks, to)
}

static void *work(void *arg)
{
	unsigned int self, random;

	(void)arg;
	LOCK(io_lock)
	self = (unsigned int)threads_seen++;
	UNLOCK(io_lock)
	for (unsigned int i = self; i < BODIES; i += THREADS)
		insert(i * 2654435761u);
	BARRIER(built, THREADS)
	random = self + 1;
	for (int i = 0; i < BODIES; i++)
		move(rand_r(&random) % LOCKS, rand_r(&random) % LOCKS);
	return NULL;
}

static int leaves(const struct node *node)
{
	int count = !node->is_cell;

	for (int i = 0; i < CHILDREN; i++)
		count += node->child[i] == NULL ? 0 : leaves(node->child[i]);
	return count;
}

int main(void)
{
	int total = 0;

	ALOCKINIT(cell_locks, LOCKS)
	LOCKINIT(io_lock)
	LOCKINIT(count_lock)
	BARINIT(built)
	for (int i = 0; i < THREADS; i++)
		CREATE(work)
	WAIT_FOR_END
	for (int i = 0; i < LOCKS; i++)
		total += weight[i];
	printf("%d bodies, %d moved in sum\n", leaves(&root), total);
	return leaves(&root) == BODIES && total == 0 ? 0 : 1;
}
