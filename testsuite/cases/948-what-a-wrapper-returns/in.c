/*
 * Wrappers that return something else than what the lock call gives: the
 * sections that use it keep its call, the others do without.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	int used;
};

static struct pool *pool;
int leaves = 3;

/* what it is given */
static int leave(struct pool *left, int used)
{
	pthread_mutex_unlock(&left->lock);
	return used;
}

static int enter(struct pool *entered, int limit)
{
	pthread_mutex_lock(&entered->lock);
	return limit;
}

/* a variable of the program */
static int leave_for(struct pool *left)
{
	extern int leaves;

	pthread_mutex_unlock(&left->lock);
	return leaves;
}

/* what the call gives */
static int leave_well(struct pool *left)
{
	int error = pthread_mutex_unlock(&left->lock);

	return error;
}

static int give(void)
{
	pthread_mutex_lock(&pool->lock);
	pool->used--;
	return leave(pool, pool->used);
}

static int take(int more)
{
	int limit = enter(pool, more);

	if (pool->used < limit)
		pool->used++;
	pthread_mutex_unlock(&pool->lock);
	return limit;
}

static int give_for(void)
{
	pthread_mutex_lock(&pool->lock);
	pool->used--;
	return leave_for(pool);
}

static int give_well(void)
{
	pthread_mutex_lock(&pool->lock);
	pool->used--;
	return leave_well(pool);
}

static void give_all(void)
{
	pthread_mutex_lock(&pool->lock);
	pool->used = 0;
	leave(pool, pool->used);
}

int main(void)
{
	int given[4], taken;

	pool = calloc(1, sizeof(*pool));
	pthread_mutex_init(&pool->lock, NULL);
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
