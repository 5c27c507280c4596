#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pool {
	rcl_mutex_t lock;
	int workers, done;
};

struct pools {
	struct pool each[2];
	int last;
};

struct work_cs {            /* pool->lock, in.c:18-20 */
	struct pool *pool;  /* in */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	struct pool *pool = cs->pool;

	pool->done++;
	return 0;
}

static void *work(void *arg)
{
	struct pool *pool = arg;

	struct work_cs cs = { .pool = pool };
	rcl_exec_anon(&pool->lock, work_cs, &cs, sizeof(cs));
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
	struct pool pool = { .lock = RCL_MUTEX_INITIALIZER(pool_lock_one_pool) };
	pthread_t thread;
	int err;

	rcl_lock(&pool.lock);
	err = start(&pool, &thread);
	rcl_unlock(&pool.lock);
	if (!err)
		pthread_join(thread, NULL);
	return pool.workers * 10 + pool.done;
}

struct two_pools_cs {         /* pools.each[pools.last].lock, in.c:58-60 */
	struct pools *pools;  /* by reference */
	int before;           /* out */
};

static int two_pools_cs(void *ctx)
{
	struct two_pools_cs *cs = ctx;
	struct pools *pools = cs->pools;
	int before;

	before = pools->last;
	pools->each[pools->last].done++;
	cs->before = before;
	return RCL_KEEP;
}

/* Which lock it is depends on what the callee changes. */
static int two_pools(void)
{
	struct pools pools = { .each = { { .lock = RCL_MUTEX_INITIALIZER(pool_lock_two_pools) }, { .lock = RCL_MUTEX_INITIALIZER(pool_lock_two_pools_55) } } };
	int before;

	struct two_pools_cs cs = { .pools = &pools };
	rcl_exec_anon(&pools.each[pools.last].lock, two_pools_cs, &cs, sizeof(cs));
	before = cs.before;
	advance(&pools);
	pools.last = before;
	rcl_unlock(&pools.each[pools.last].lock);
	return pools.each[0].done;
}

int main(void)
{
	printf("%d %d\n", one_pool(), two_pools());
	return 0;
}
