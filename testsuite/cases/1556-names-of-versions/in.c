/*
 * A library's functions in the versions that its symbols have: the name that
 * others call is that of the default one, which assembler says.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	int used, limit;
};

struct pool *pool_create(int limit);
int pool_take(struct pool *pool, int count);
int pool_left(struct pool *pool);
void pool_give(struct pool *pool, int count);

#define SYMVER(local, public, version) __asm__(".symver " #local "," #public "@" version)
#define VERSION_FUNC(public, uniq, version, ret, ...) \
	ret __##public##_##uniq(__VA_ARGS__); \
	SYMVER(__##public##_##uniq, public, version); \
	ret __##public##_##uniq(__VA_ARGS__)
#define LATEST_FUNC(public, uniq, version, ret, ...) \
	VERSION_FUNC(public, uniq, "@" version, ret, __VA_ARGS__)

LATEST_FUNC(pool_create, 1_1, "POOL_1.1", struct pool *, int limit)
{
	struct pool *made = calloc(1, sizeof(*made));

	pthread_mutex_init(&made->lock, NULL);
	made->limit = limit;
	return made;
}

LATEST_FUNC(pool_take, 1_1, "POOL_1.1", int, struct pool *pool, int count)
{
	pthread_mutex_lock(&pool->lock);
	if (pool->used + count > pool->limit)
		count = pool->limit - pool->used;
	pool->used += count;
	pthread_mutex_unlock(&pool->lock);
	return count;
}

/* Only programs of before call this one. */
VERSION_FUNC(pool_take, 1_0, "POOL_1.0", int, struct pool *pool)
{
	return pool_take(pool, 1);
}

int left_now(struct pool *pool)
{
	int left;

	pthread_mutex_lock(&pool->lock);
	left = pool->limit - pool->used;
	pthread_mutex_unlock(&pool->lock);
	return left;
}
__asm__(".symver\tleft_now, pool_left@@@POOL_1.1\n");

__attribute__((symver("pool_give@@POOL_1.1")))
void give_now(struct pool *pool, int count)
{
	pthread_mutex_lock(&pool->lock);
	pool->used -= count;
	pthread_mutex_unlock(&pool->lock);
}

int use(int count)
{
	struct pool *pool = pool_create(5);
	int taken = pool_take(pool, count);

	pool_give(pool, 1);
	taken = taken * 10 + pool_left(pool);
	free(pool);
	return taken;
}
