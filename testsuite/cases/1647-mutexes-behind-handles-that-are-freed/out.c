/* A mutex type that is a pointer: what frees the mutex behind it puts nothing where it leads to. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef rcl_mutex_t *tool_mutex_t;

static rcl_mutex_t shared = RCL_MUTEX_INITIALIZER(shared_in);

struct pool {
	tool_mutex_t queue_mutex;
	int queued;
};

static int tool_mutex_init(tool_mutex_t *mutex)
{
	*mutex = (rcl_mutex_t *)malloc(sizeof(rcl_mutex_t));
	if (!*mutex)
		return 1;
	return rcl_mutex_init(*mutex, NULL, shared_tool_mutex_init);
}

static int tool_mutex_destroy(tool_mutex_t *mutex)
{
	if (!*mutex)
		return 0;
	{
		int const ret = rcl_mutex_destroy(*mutex);

		free(*mutex);
		return ret;
	}
}

struct pool_add_cs {        /* pool->queue_mutex, in.c:39-42 */
	struct pool *pool;  /* in */
	int n;              /* in */
	int queued;         /* out */
};

static int pool_add_cs(void *ctx)
{
	struct pool_add_cs *cs = ctx;
	struct pool *pool = cs->pool;
	int n = cs->n;
	int queued;

	pool->queued += n;
	queued = pool->queued;
	cs->queued = queued;
	return 0;
}

static int pool_add(struct pool *pool, int n)
{
	int queued;

	struct pool_add_cs cs = { .pool = pool, .n = n };
	rcl_exec_anon(pool->queue_mutex, pool_add_cs, &cs, sizeof(cs));
	queued = cs.queued;
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
