/*
 * Functions with other names: a mutex that is handed to one stays in the
 * program, and one that gives it back is such a one by each of its names.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define strong_alias(name, other) \
	extern __typeof__(name) other __attribute__((alias(#name)))

struct pool {
	rcl_mutex_t lock;
	int used, limit;
};

extern struct pool *lib_pool_create(int limit);
extern int lib_pool_leave(struct pool *pool, int used);

static struct pool *pool;

struct take_cs {   /* pool->lock, in.c:26-28 */
	int used;  /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int used;

	used = pool->used < pool->limit ? ++pool->used : 0;
	cs->used = used;
	return 0;
}

static int take(void)
{
	int used;

	struct take_cs cs;
	rcl_exec_anon(&pool->lock, take_cs, &cs, sizeof(cs));
	used = cs.used;
	return used;
}

/* pool->lock, in.c:34-35 */
static int give_cs(void *ctx)
{
	pool->used--;
	return RCL_KEEP;
}

static int give(void)
{
	rcl_exec_anon(&pool->lock, give_cs, NULL, 0);
	return lib_pool_leave(pool, pool->used);
}

struct pool *pool_create(int limit)
{
	struct pool *made = calloc(1, sizeof(*made));

	rcl_mutex_init(&made->lock, NULL, pool_lock);
	made->limit = limit;
	return made;
}

strong_alias(pool_create, lib_pool_create);

int pool_leave(struct pool *left, int used)
{
	rcl_unlock(&left->lock);
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
