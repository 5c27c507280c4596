#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t handle;
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

static int mutex_lock(struct mutex *mutex)
{
	return pthread_mutex_lock(&mutex->handle);
}

static int mutex_unlock(struct mutex *mutex)
{
	return pthread_mutex_unlock(&mutex->handle);
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

/* what the pool gives back is no queue's */
int push(struct queue *queue, int size)
{
	int used;

	mutex_lock(&queue->mutex);
	used = pool_take(queue->pool, size);
	queue->length += used;
	mutex_unlock(&queue->mutex);
	return used;
}

/* here it is */
int drain(struct queue *queue)
{
	int length;

	mutex_lock(&queue->mutex);
	length = queue->length;
	queue->length = 0;
	queue->pool->unlock(&queue->mutex);
	return length;
}

static void give_back(struct pool *pool, struct mutex *mutex)
{
	pool->unlock(mutex);
}

/* and here, by a function that gets any */
int count(struct queue *queue)
{
	int length;

	mutex_lock(&queue->mutex);
	length = queue->length * 10;
	give_back(queue->pool, &queue->mutex);
	return length;
}

static struct pool pool = {
	.bins = {
		{ { PTHREAD_MUTEX_INITIALIZER }, 0 },
		{ { PTHREAD_MUTEX_INITIALIZER }, 5 },
	},
};
static struct queue queue = { { PTHREAD_MUTEX_INITIALIZER }, &pool, 0 };

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
