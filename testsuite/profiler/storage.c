/* SPDX-License-Identifier: MIT */
/* One mutex or more of every storage, each taken a different number of times. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	int length;
	pthread_mutex_t lock;
};

typedef struct {
	struct {
		int hits;
		pthread_mutex_t guard;
	} counters;
	struct queue incoming;
} worker;

static pthread_mutex_t plain_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t striped_locks[8];
static worker workers[3];
static pthread_mutex_t *table_locks;
static _Thread_local pthread_mutex_t own_lock;

static void take(pthread_mutex_t *mutex, int times)
{
	for (int i = 0; i < times; i++) {
		pthread_mutex_lock(mutex);
		pthread_mutex_unlock(mutex);
	}
}

static void queue_init(struct queue *queue)
{
	pthread_mutex_init(&queue->lock, NULL);
}

static void take_static(void)
{
	static pthread_mutex_t inner_lock = PTHREAD_MUTEX_INITIALIZER;

	take(&plain_lock, 1);
	take(&inner_lock, 2);
	for (int i = 0; i < 8; i++)
		take(&striped_locks[i], i);
	for (int i = 0; i < 3; i++) {
		take(&workers[i].counters.guard, 10);
		take(&workers[i].incoming.lock, 20);
	}
	take(&own_lock, 6);
}

int main(void)
{
	struct queue *queues[4];
	pthread_mutex_t local_lock;
	struct queue *zeroed = calloc(1, sizeof *zeroed);

	take_static();
	table_locks = calloc(16, sizeof *table_locks);
	for (int i = 0; i < 16; i++)
		pthread_mutex_init(&table_locks[i], NULL);
	take(&table_locks[5], 7);
	for (int i = 0; i < 4; i++) {
		queues[i] = calloc(1, sizeof *queues[i]);
		queue_init(queues[i]);
		take(&queues[i]->lock, 100);
	}
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&zeroed->lock);
		pthread_mutex_unlock(&zeroed->lock);
	}
	pthread_mutex_init(&local_lock, NULL);
	take(&local_lock, 4);
	return 0;
}
