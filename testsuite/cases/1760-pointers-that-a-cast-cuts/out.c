/* What a lock function asks is a pointer that it makes of a part of a number. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>

struct queue {
	rcl_mutex_t mutex;
	uint64_t handle;
	void *owner;
	int length;
};

static struct queue queues[2] = {
	{ RCL_MUTEX_INITIALIZER(queue_mutex_in), (uint64_t)5 << 32, NULL, 0 },
	{ RCL_MUTEX_INITIALIZER(queue_mutex_in_15), 7, queues, 0 },
};

static void queue_lock(struct queue *q)
{
	char *low = (char *)(uintptr_t)(uint32_t)q->handle;

	if (!low)
		return;
	rcl_lock(&q->mutex);
}

static void queue_unlock(struct queue *q)
{
	char *low = (char *)(uintptr_t)(uint32_t)q->handle;

	if (!low)
		return;
	rcl_unlock(&q->mutex);
}

static uint64_t twice(uint64_t handle)
{
	return handle << 32;
}

static void low_lock(struct queue *q, uint64_t handle)
{
	void *low = (void *)(uintptr_t)(uint32_t)twice(handle);

	if (low)
		rcl_lock(&q->mutex);
}

static void low_unlock(struct queue *q, uint64_t handle)
{
	void *low = (void *)(uintptr_t)(uint32_t)twice(handle);

	if (low)
		rcl_unlock(&q->mutex);
}

static rcl_mutex_t *owned_mutex(struct queue *q)
{
	return &q->mutex;
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

struct add_owned_cs {     /* q->mutex, in.c:90-92 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int add_owned_cs(void *ctx)
{
	struct add_owned_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return 0;
}

static void add_owned(struct queue *q, int n)
{
	struct add_owned_cs cs = { .q = q, .n = n };
	if (q->owner)
		rcl_exec_anon(owned_mutex(q), add_owned_cs, &cs, sizeof(cs));
	else
		add_owned_cs(&cs);
}

int main(void)
{
	/* who has the mutex does not wait for itself where no lock is taken */
	rcl_lock(&queues[0].mutex);
	add(&queues[0], 1);
	add_low(&queues[0], 2);
	add_owned(&queues[0], 3);
	rcl_unlock(&queues[0].mutex);
	add(&queues[1], 4);
	add_low(&queues[1], 5);
	add_owned(&queues[1], 6);
	printf("%d %d\n", queues[0].length, queues[1].length);
	return 0;
}
