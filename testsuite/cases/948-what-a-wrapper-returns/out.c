/*
 * Wrappers that return something else than what the lock call gives: the
 * sections that use it keep its call, the others do without.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct pool {
	rcl_mutex_t lock;
	int used;
};

static struct pool *pool;
int leaves = 3;

/* what it is given */
static int leave(struct pool *left, int used)
{
	rcl_unlock(&left->lock);
	return used;
}

static int enter(struct pool *entered, int limit)
{
	rcl_lock(&entered->lock);
	return limit;
}

/* a variable of the program */
static int leave_for(struct pool *left)
{
	extern int leaves;

	rcl_unlock(&left->lock);
	return leaves;
}

/* pool->lock, in.c:49-50 */
static int give_cs(void *ctx)
{
	pool->used--;
	return RCL_KEEP;
}

static int give(void)
{
	rcl_exec_anon(&pool->lock, give_cs, NULL, 0);
	return leave(pool, pool->used);
}

static int take(int more)
{
	int limit = enter(pool, more);

	if (pool->used < limit)
		pool->used++;
	rcl_unlock(&pool->lock);
	return limit;
}

/* pool->lock, in.c:66-67 */
static int give_for_cs(void *ctx)
{
	pool->used--;
	return RCL_KEEP;
}

static int give_for(void)
{
	rcl_exec_anon(&pool->lock, give_for_cs, NULL, 0);
	return leave_for(pool);
}

/* pool->lock, in.c:73-75 */
static int give_well_cs(void *ctx)
{
	pool->used--;
	return 0;
}

static int give_well(void)
{
	rcl_exec_anon(&pool->lock, give_well_cs, NULL, 0);
	return 0;
}

/* pool->lock, in.c:80-82 */
static int give_all_cs(void *ctx)
{
	pool->used = 0;
	return 0;
}

static void give_all(void)
{
	rcl_exec_anon(&pool->lock, give_all_cs, NULL, 0);
}

int main(void)
{
	int given[4], taken;

	pool = calloc(1, sizeof(*pool));
	rcl_mutex_init(&pool->lock, NULL, pool_lock);
	pool->used = 9;
	given[0] = give();
	taken = take(20);
	given[1] = give_for();
	given[2] = give_well();
	given[3] = pool->used;
	give_all();
	printf("%d %d %d %d %d %d\n", taken, given[0], given[1], given[2], given[3], pool->used);
	return 0;
}
