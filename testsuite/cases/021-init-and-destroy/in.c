#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct cache {
	pthread_mutex_t lock;
	int free;
};

static struct cache *cache_create(int recursive)
{
	struct cache *cache = calloc(1, sizeof(*cache));

	if (recursive) {
		pthread_mutexattr_t attr;

		pthread_mutexattr_init(&attr);
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
		if (pthread_mutex_init(&cache->lock, &attr) != 0) {
			free(cache);
			return NULL;
		}
		pthread_mutexattr_destroy(&attr);
	} else {
		pthread_mutex_init(&cache->lock, NULL);
	}
	return cache;
}

static void cache_destroy(struct cache *cache)
{
	pthread_mutex_destroy(&cache->lock);
	free(cache);
}

static int cache_put(struct cache *cache)
{
	int n;

	pthread_mutex_lock(&cache->lock);
	n = ++cache->free;
	pthread_mutex_unlock(&cache->lock);
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
