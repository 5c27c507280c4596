/* What a lock function asks is a pointer that it makes of a part of a number. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t mutex;
	uint64_t handle;
	void *owner;
	int length;
};

static struct queue queues[2] = {
	{ PTHREAD_MUTEX_INITIALIZER, (uint64_t)5 << 32, NULL, 0 },
	{ PTHREAD_MUTEX_INITIALIZER, 7, queues, 0 },
};

static void queue_lock(struct queue *q)
{
	char *low = (char *)(uintptr_t)(uint32_t)q->handle;

	if (!low)
		return;
	pthread_mutex_lock(&q->mutex);
}

static void queue_unlock(struct queue *q)
{
	char *low = (char *)(uintptr_t)(uint32_t)q->handle;

	if (!low)
		return;
	pthread_mutex_unlock(&q->mutex);
}

static uint64_t twice(uint64_t handle)
{
	return handle << 32;
}

static void low_lock(struct queue *q, uint64_t handle)
{
	void *low = (void *)(uintptr_t)(uint32_t)twice(handle);

	if (low)
		pthread_mutex_lock(&q->mutex);
}

static void low_unlock(struct queue *q, uint64_t handle)
{
	void *low = (void *)(uintptr_t)(uint32_t)twice(handle);

	if (low)
		pthread_mutex_unlock(&q->mutex);
}

/* this cast leaves a pointer what it is */
static void owned_lock(struct queue *q)
{
	struct queue *owner = (struct queue *)q->owner;

	if (owner)
		pthread_mutex_lock(&q->mutex);
}

static void owned_unlock(struct queue *q)
{
	struct queue *owner = (struct queue *)q->owner;

	if (owner)
		pthread_mutex_unlock(&q->mutex);
}

static void add(struct queue *q, int n)
{
	queue_lock(q);
	q->length += n;
	queue_unlock(q);
}

static void add_low(struct queue *q, int n)
{
	low_lock(q, q->handle);
	q->length += n;
	low_unlock(q, q->handle);
}

static void add_owned(struct queue *q, int n)
{
	owned_lock(q);
	q->length += n;
	owned_unlock(q);
}

int main(void)
{
	/* who has the mutex does not wait for itself where no lock is taken */
	pthread_mutex_lock(&queues[0].mutex);
	add(&queues[0], 1);
	add_low(&queues[0], 2);
	add_owned(&queues[0], 3);
	pthread_mutex_unlock(&queues[0].mutex);
	add(&queues[1], 4);
	add_low(&queues[1], 5);
	add_owned(&queues[1], 6);
	printf("%d %d\n", queues[0].length, queues[1].length);
	return 0;
}
