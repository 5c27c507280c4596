/* SPDX-License-Identifier: MIT */
/*
 * Task queues with a lock each and stealing, a lock for the numbers of the threads, a counter of what is left to do:
 * the locks of a ray tracer. A task makes smaller ones until they are small enough to be counted.
 */
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 6, ROOM = 4096, DEPTH = 12 };

MAIN_ENV

struct task_queue {
	LOCKDEC(lock)
	int depth[ROOM];
	int count;
};

struct global {
	LOCKDEC(index_lock)
	int index;
	LOCKDEC(left_lock)
	long left;
	long done;
	BARDEC(start)
	struct task_queue queues[THREADS];
};

static struct global *global;

static int put(struct task_queue *queue, int depth)
{
	LOCK(queue->lock)
	if (queue->count == ROOM) {
		UNLOCK(queue->lock)
		return 0;
	}
	queue->depth[queue->count++] = depth;
	UNLOCK(queue->lock)
	return 1;
}

static int get(struct task_queue *queue)
{
	int depth = -1;

	LOCK(queue->lock)
	if (queue->count > 0)
		depth = queue->depth[--queue->count];
	UNLOCK(queue->lock)
	return depth;
}

static int steal(int self)
{
	for (int i = 1; i < THREADS; i++) {
		struct task_queue *victim = &global->queues[(self + i) % THREADS];

		LOCK(victim->lock)
		if (victim->count == 0) {
			UNLOCK(victim->lock)
			continue;
		}
		int depth = victim->depth[0];

		victim->depth[0] = victim->depth[--victim->count];
		UNLOCK(victim->lock)
		return depth;
	}
	return -1;
}

static void finish(int tasks, int done)
{
	LOCK(global->left_lock)
	global->left += tasks;
	global->done += done;
	UNLOCK(global->left_lock)
}

static void run(int self, int depth)
{
	if (depth == 0) {
		finish(-1, 1);
		return;
	}
	finish(1, 0);
	for (int i = 0; i < 2; i++)
		if (!put(&global->queues[self], depth - 1))
			run(self, depth - 1);
}

static void *work(void *arg)
{
	int self;

	(void)arg;
	LOCK(global->index_lock)
	self = global->index++;
	UNLOCK(global->index_lock)
	BARRIER(global->start, THREADS)
	for (;;) {
		long left;
		int depth = get(&global->queues[self]);

		if (depth < 0)
			depth = steal(self);
		if (depth >= 0) {
			run(self, depth);
			continue;
		}
		LOCK(global->left_lock)
		left = global->left;
		UNLOCK(global->left_lock)
		if (left == 0)
			return NULL;
	}
}

int main(void)
{
	global = calloc(1, sizeof(*global));
	LOCKINIT(global->index_lock)
	LOCKINIT(global->left_lock)
	BARINIT(global->start)
	for (int i = 0; i < THREADS; i++)
		LOCKINIT(global->queues[i].lock)
	for (int i = 0; i < THREADS; i++) {
		finish(1, 0);
		put(&global->queues[0], DEPTH);
	}
	for (int i = 0; i < THREADS; i++)
		CREATE(work)
	WAIT_FOR_END
	printf("%ld tasks done, %ld left\n", global->done, global->left);
	return global->done == (long)THREADS << DEPTH && global->left == 0 ? 0 : 1;
}
