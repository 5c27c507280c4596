/* SPDX-License-Identifier: MIT */
/*
 * Map tasks in queues with a lock each, behind handles that hide how it is made; threads that wait for work, run it and
 * tell when all is done; emitted pairs in a row of buckets a thread: the task queues and thread pool of Phoenix.
 */
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 5, TASKS = 3000, VALUES = 64, PHASES = 3 };

MAIN_ENV

typedef void *mr_lock_t;

struct mr_lock {
	LOCKDEC(mutex)
};

struct task {
	struct task *next;
	int id;
};

struct queue {
	mr_lock_t lock;
	struct task *first;
	int count;
};

static struct queue queues[THREADS];

static struct {
	LOCKDEC(lock)
	pthread_cond_t work;
	pthread_cond_t done;
	int phase, running, stop;
	long sums[PHASES];
} pool;

static mr_lock_t mr_lock_alloc(void)
{
	struct mr_lock *lock = calloc(1, sizeof(*lock));

	LOCKINIT(lock->mutex)
	return lock;
}

static void mr_lock(mr_lock_t l)
{
	struct mr_lock *lock = l;

	LOCK(lock->mutex)
}

static void mr_unlock(mr_lock_t l)
{
	struct mr_lock *lock = l;

	UNLOCK(lock->mutex)
}

static void enqueue(struct queue *queue, int id)
{
	struct task *task = calloc(1, sizeof(*task));

	task->id = id;
	mr_lock(queue->lock);
	task->next = queue->first;
	queue->first = task;
	queue->count++;
	mr_unlock(queue->lock);
}

/* A task of one's own queue, or of the next that has one. */
static int dequeue(int self, int *id)
{
	for (int i = 0; i < THREADS; i++) {
		struct queue *queue = &queues[(self + i) % THREADS];
		struct task *task;

		mr_lock(queue->lock);
		task = queue->first;
		if (task == NULL) {
			mr_unlock(queue->lock);
			continue;
		}
		queue->first = task->next;
		queue->count--;
		mr_unlock(queue->lock);
		*id = task->id;
		free(task);
		return 1;
	}
	return 0;
}

static void run(int self, int phase)
{
	long sum = 0;
	int id;

	while (dequeue(self, &id))
		sum += (long)id * (phase + 1);
	LOCK(pool.lock)
	pool.sums[phase] += sum;
	UNLOCK(pool.lock)
}

static void *work(void *arg)
{
	static int next;
	int self, phase = 0;

	(void)arg;
	LOCK(pool.lock)
	self = next++;
	UNLOCK(pool.lock)
	for (;;) {
		LOCK(pool.lock)
		while (pool.phase == phase && !pool.stop)
			pthread_cond_wait(&pool.work, &pool.lock);
		if (pool.stop) {
			UNLOCK(pool.lock)
			break;
		}
		phase = pool.phase;
		UNLOCK(pool.lock)
		run(self, phase - 1);
		LOCK(pool.lock)
		if (--pool.running == 0)
			pthread_cond_signal(&pool.done);
		UNLOCK(pool.lock)
	}
	return NULL;
}

static void run_phase(void)
{
	for (int i = 0; i < TASKS; i++)
		enqueue(&queues[i % THREADS], i % VALUES);
	LOCK(pool.lock)
	pool.running = THREADS;
	pool.phase++;
	pthread_cond_broadcast(&pool.work);
	while (pool.running > 0)
		pthread_cond_wait(&pool.done, &pool.lock);
	UNLOCK(pool.lock)
}

int main(void)
{
	long expected = 0;

	LOCKINIT(pool.lock)
	pthread_cond_init(&pool.work, NULL);
	pthread_cond_init(&pool.done, NULL);
	for (int i = 0; i < THREADS; i++)
		queues[i].lock = mr_lock_alloc();
	for (int i = 0; i < THREADS; i++)
		CREATE(work)
	for (int i = 0; i < PHASES; i++)
		run_phase();
	LOCK(pool.lock)
	pool.stop = 1;
	pthread_cond_broadcast(&pool.work);
	UNLOCK(pool.lock)
	WAIT_FOR_END
	for (int i = 0; i < TASKS; i++)
		expected += i % VALUES;
	printf("%ld, %ld, %ld\n", pool.sums[0], pool.sums[1], pool.sums[2]);
	return pool.sums[0] == expected && pool.sums[1] == 2 * expected && pool.sums[2] == 3 * expected ? 0 : 1;
}
