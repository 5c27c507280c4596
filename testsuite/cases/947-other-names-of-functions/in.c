/*
 * Functions with other names: a mutex that is handed to one stays in the
 * program, and one that gives it back is such a one by each of its names.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define strong_alias(name, other) \
	extern __typeof__(name) other __attribute__((alias(#name)))

struct pool {
	pthread_mutex_t lock;
	int used, limit;
};

extern struct pool *lib_pool_create(int limit);
extern int lib_pool_leave(struct pool *pool, int used);

static struct pool *pool;

static int take(void)
{
	int used;

	pthread_mutex_lock(&pool->lock);
	used = pool->used < pool->limit ? ++pool->used : 0;
	pthread_mutex_unlock(&pool->lock);
	return used;
}

static int give(void)
{
	pthread_mutex_lock(&pool->lock);
	pool->used--;
	return lib_pool_leave(pool, pool->used);
}

struct pool *pool_create(int limit)
{
	struct pool *made = calloc(1, sizeof(*made));

	pthread_mutex_init(&made->lock, NULL);
	made->limit = limit;
	return made;
}

strong_alias(pool_create, lib_pool_create);

int pool_leave(struct pool *left, int used)
{
	pthread_mutex_unlock(&left->lock);
	return used;
}

strong_alias(pool_leave, lib_pool_leave);

int main(void)
{
	int taken, more, given;

	pool = lib_pool_create(2);
	taken = take();
	more = take() + take();
	given = give();
	printf("%d %d %d\n", taken, more, given);
	return 0;
}
