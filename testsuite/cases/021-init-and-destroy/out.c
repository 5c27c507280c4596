#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct cache {
	rcl_mutex_t lock;
	int free;
};

static struct cache *cache_create(int recursive)
{
	struct cache *cache = calloc(1, sizeof(*cache));

	if (recursive) {
		pthread_mutexattr_t attr;

		pthread_mutexattr_init(&attr);
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
		if (rcl_mutex_init(&cache->lock, &attr, cache_lock_cache_create) != 0) {
			free(cache);
			return NULL;
		}
		pthread_mutexattr_destroy(&attr);
	} else {
		rcl_mutex_init(&cache->lock, NULL, cache_lock_cache_create_25);
	}
	return cache;
}

static void cache_destroy(struct cache *cache)
{
	rcl_mutex_destroy(&cache->lock);
	free(cache);
}

struct cache_put_cs {         /* cache->lock, in.c:40-42 */
	struct cache *cache;  /* in */
	int n;                /* out */
};

static int cache_put_cs(void *ctx)
{
	struct cache_put_cs *cs = ctx;
	struct cache *cache = cs->cache;
	int n;

	n = ++cache->free;
	cs->n = n;
	return 0;
}

static int cache_put(struct cache *cache)
{
	int n;

	struct cache_put_cs cs = { .cache = cache };
	rcl_exec_anon(&cache->lock, cache_put_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	struct cache *plain = cache_create(0), *again = cache_create(1);

	cache_put(plain);
	printf("%d %d\n", cache_put(plain), cache_put(again));
	cache_destroy(plain);
	cache_destroy(again);
	return 0;
}
