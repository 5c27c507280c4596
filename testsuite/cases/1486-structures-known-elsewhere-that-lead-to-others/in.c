/* Code of elsewhere knows a structure that leads to one with a mutex: nothing is converted. */
#include <pthread.h>
#include <stddef.h>

struct queue {
	pthread_mutex_t lock;
	int length;
};

struct worker {
	struct queue *queue;
};

struct pool {
	struct worker workers[4];
};

void run(struct pool *pool);

static struct queue first = { PTHREAD_MUTEX_INITIALIZER, 0 };

void start(struct pool *pool)
{
	pool->workers[0].queue = &first;
	run(pool);
}

int length(struct pool *pool)
{
	struct queue *queue = pool->workers[0].queue;
	int n;

	pthread_mutex_lock(&queue->lock);
	n = queue->length;
	pthread_mutex_unlock(&queue->lock);
	return n;
}
