/* A mutex type that is a pointer: what frees the mutex behind it puts nothing where it leads to. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef pthread_mutex_t *tool_mutex_t;

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;

struct pool {
	tool_mutex_t queue_mutex;
	int queued;
};

static int tool_mutex_init(tool_mutex_t *mutex)
{
	*mutex = (pthread_mutex_t *)malloc(sizeof(pthread_mutex_t));
	if (!*mutex)
		return 1;
	return pthread_mutex_init(*mutex, NULL);
}

static int tool_mutex_destroy(tool_mutex_t *mutex)
{
	if (!*mutex)
		return 0;
	{
		int const ret = pthread_mutex_destroy(*mutex);

		free(*mutex);
		return ret;
	}
}

static int pool_add(struct pool *pool, int n)
{
	int queued;

	pthread_mutex_lock(pool->queue_mutex);
	pool->queued += n;
	queued = pool->queued;
	pthread_mutex_unlock(pool->queue_mutex);
	return queued;
}

int main(void)
{
	struct pool *pool = calloc(1, sizeof(*pool)), common = { &shared, 0 };

	if (tool_mutex_init(&pool->queue_mutex))
		return 1;
	printf("%d\n", pool_add(pool, 2) + pool_add(pool, 3) + pool_add(&common, 4));
	tool_mutex_destroy(&pool->queue_mutex);
	free(pool);
	return 0;
}
