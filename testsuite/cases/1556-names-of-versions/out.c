/*
 * A library's functions in the versions that its symbols have: the name that
 * others call is that of the default one, which assembler says.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct pool {
	rcl_mutex_t lock;
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

	rcl_mutex_init(&made->lock, NULL, pool_lock);
	made->limit = limit;
	return made;
}

struct __pool_take_1_1_cs {  /* pool->lock, in.c:38-42 */
	int count;           /* in-out */
	struct pool *pool;   /* in */
};

static int __pool_take_1_1_cs(void *ctx)
{
	struct __pool_take_1_1_cs *cs = ctx;
	int count = cs->count;
	struct pool *pool = cs->pool;

	if (pool->used + count > pool->limit)
		count = pool->limit - pool->used;
	pool->used += count;
	cs->count = count;
	return 0;
}

LATEST_FUNC(pool_take, 1_1, "POOL_1.1", int, struct pool *pool, int count)
{
	struct __pool_take_1_1_cs cs = { .count = count, .pool = pool };
	rcl_exec_anon(&pool->lock, __pool_take_1_1_cs, &cs, sizeof(cs));
	count = cs.count;
	return count;
}

/* Only programs of before call this one. */
VERSION_FUNC(pool_take, 1_0, "POOL_1.0", int, struct pool *pool)
{
	return pool_take(pool, 1);
}

struct left_now_cs {        /* pool->lock, in.c:56-58 */
	struct pool *pool;  /* in */
	int left;           /* out */
};

static int left_now_cs(void *ctx)
{
	struct left_now_cs *cs = ctx;
	struct pool *pool = cs->pool;
	int left;

	left = pool->limit - pool->used;
	cs->left = left;
	return 0;
}

int left_now(struct pool *pool)
{
	int left;

	struct left_now_cs cs = { .pool = pool };
	rcl_exec_anon(&pool->lock, left_now_cs, &cs, sizeof(cs));
	left = cs.left;
	return left;
}
__asm__(".symver\tleft_now, pool_left@@@POOL_1.1\n");

struct give_now_cs {        /* pool->lock, in.c:66-68 */
	struct pool *pool;  /* in */
	int count;          /* in */
};

static int give_now_cs(void *ctx)
{
	struct give_now_cs *cs = ctx;
	struct pool *pool = cs->pool;
	int count = cs->count;

	pool->used -= count;
	return 0;
}

__attribute__((symver("pool_give@@POOL_1.1")))
void give_now(struct pool *pool, int count)
{
	struct give_now_cs cs = { .pool = pool, .count = count };
	rcl_exec_anon(&pool->lock, give_now_cs, &cs, sizeof(cs));
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
