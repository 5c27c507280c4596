#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t handle;
};
struct bin {
	struct mutex mutex;
	int used;
};
struct pool {
	int (*lock)(struct mutex *);
	int (*unlock)(struct mutex *);
	struct bin bins[2];
};
struct queue {
	struct mutex mutex;
	struct pool *pool;
	int length;
};

static rcl_mutex_t *mutex_mutex(struct mutex *mutex)
{
	return &mutex->handle;
}

static int mutex_lock(struct mutex *mutex)
{
	return rcl_lock(&mutex->handle);
}

static int mutex_unlock(struct mutex *mutex)
{
	return rcl_unlock(&mutex->handle);
}

static int null_lock(struct mutex *mutex)
{
	(void)mutex;
	return 0;
}

static void pool_init(struct pool *pool, int threads)
{
	pool->lock = threads ? mutex_lock : null_lock;
	pool->unlock = threads ? mutex_unlock : null_lock;
}

static int pool_take(struct pool *pool, int size)
{
	struct bin *bin = &pool->bins[size > 8];
	int used;

	pool->lock(&bin->mutex);
	used = ++bin->used;
	pool->unlock(&bin->mutex);
	return used;
}

struct push_cs {              /* queue->mutex.handle, in.c:60-63 */
	struct queue *queue;  /* in */
	int size;             /* in */
	int used;             /* out */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int size = cs->size;
	int used;

	used = pool_take(queue->pool, size);
	queue->length += used;
	cs->used = used;
	return 0;
}

/* what the pool gives back is no queue's */
int push(struct queue *queue, int size)
{
	int used;

	struct push_cs cs = { .queue = queue, .size = size };
	rcl_exec_anon(mutex_mutex(&queue->mutex), push_cs, &cs, sizeof(cs));
	used = cs.used;
	return used;
}

struct drain_cs {             /* queue->mutex.handle, in.c:72-74 */
	struct queue *queue;  /* in */
	int length;           /* out */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int length;

	length = queue->length;
	queue->length = 0;
	cs->length = length;
	return RCL_KEEP;
}

/* here it is */
int drain(struct queue *queue)
{
	int length;

	struct drain_cs cs = { .queue = queue };
	rcl_exec_anon(mutex_mutex(&queue->mutex), drain_cs, &cs, sizeof(cs));
	length = cs.length;
	queue->pool->unlock(&queue->mutex);
	return length;
}

static void give_back(struct pool *pool, struct mutex *mutex)
{
	pool->unlock(mutex);
}

struct count_cs {             /* queue->mutex.handle, in.c:89-90 */
	struct queue *queue;  /* in */
	int length;           /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int length;

	length = queue->length * 10;
	cs->length = length;
	return RCL_KEEP;
}

/* and here, by a function that gets any */
int count(struct queue *queue)
{
	int length;

	struct count_cs cs = { .queue = queue };
	rcl_exec_anon(mutex_mutex(&queue->mutex), count_cs, &cs, sizeof(cs));
	length = cs.length;
	give_back(queue->pool, &queue->mutex);
	return length;
}

static struct pool pool = {
	.bins = {
		{ { RCL_MUTEX_INITIALIZER(mutex_handle_in) }, 0 },
		{ { RCL_MUTEX_INITIALIZER(mutex_handle_in_98) }, 5 },
	},
};
static struct queue queue = { { RCL_MUTEX_INITIALIZER(mutex_handle_in_101) }, &pool, 0 };

int main(void)
{
	int small, large;

	pool_init(&pool, 1);
	small = push(&queue, 4);
	large = push(&queue, 16);
	printf("%d %d ", small, large);
	printf("%d ", count(&queue));
	printf("%d %d\n", drain(&queue), queue.length);
	return 0;
}
