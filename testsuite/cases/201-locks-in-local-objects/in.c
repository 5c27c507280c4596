#include <pthread.h>
#include <stdio.h>

struct pool {
	pthread_mutex_t lock;
	int workers, done;
};

struct pools {
	struct pool each[2];
	int last;
};

static void *work(void *arg)
{
	struct pool *pool = arg;

	pthread_mutex_lock(&pool->lock);
	pool->done++;
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

static int start(struct pool *pool, pthread_t *thread)
{
	if (pthread_create(thread, NULL, work, pool) != 0)
		return -1;
	pool->workers++;
	return 0;
}

static void advance(struct pools *pools)
{
	pools->last ^= 1;
}

/* The address of the object is given away: its lock stays where it is. */
static int one_pool(void)
{
	struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER };
	pthread_t thread;
	int err;

	pthread_mutex_lock(&pool.lock);
	err = start(&pool, &thread);
	pthread_mutex_unlock(&pool.lock);
	if (!err)
		pthread_join(thread, NULL);
	return pool.workers * 10 + pool.done;
}

/* Which lock it is depends on what the callee changes. */
static int two_pools(void)
{
	struct pools pools = { .each = { { .lock = PTHREAD_MUTEX_INITIALIZER }, { .lock = PTHREAD_MUTEX_INITIALIZER } } };
	int before;

	pthread_mutex_lock(&pools.each[pools.last].lock);
	before = pools.last;
	pools.each[pools.last].done++;
	advance(&pools);
	pools.last = before;
	pthread_mutex_unlock(&pools.each[pools.last].lock);
	return pools.each[0].done;
}

int main(void)
{
	printf("%d %d\n", one_pool(), two_pools());
	return 0;
}
