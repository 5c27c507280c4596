#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct entry { int block, used; struct entry *next; };
static struct cache { rcl_mutex_t mutex; struct entry *head, *free; } cache = { .mutex = RCL_MUTEX_INITIALIZER(cache_mutex) };
static int queued;

static void queue_put(struct entry *entry)
{
	queued += entry->block;
}

struct entry *cache_get(struct cache *cache, int block);

struct cache_get_cs {         /* cache->mutex, in.c:19-33 */
	struct cache *cache;  /* in */
	int block;            /* in */
	struct entry *entry;  /* out */
};

static int cache_get_cs(void *ctx)
{
	struct cache_get_cs *cs = ctx;
	struct cache *cache = cs->cache;
	int block = cs->block;
	struct entry *entry;

	for (entry = cache->head; entry; entry = entry->next)
		if (entry->block == block)
			break;

	if (entry) {
		entry->used++;
		cs->entry = entry;
		return 1;
	} else {
		entry = cache->free;
		entry->block = block;
		entry->used = 1;
		cs->entry = entry;
		return 2;
	}
}

struct entry *cache_get(struct cache *cache, int block)
{
	struct entry *entry;

	struct cache_get_cs cs = { .cache = cache, .block = block };
	int way = rcl_exec_anon(&cache->mutex, cache_get_cs, &cs, sizeof(cs));
	entry = cs.entry;

	if (way == 2)
		queue_put(entry);

	return entry;
}

int main(void)
{
	static struct entry one = { 3, 1, NULL }, two;

	cache.head = &one;
	cache.free = &two;
	printf("%d ", cache_get(&cache, 3)->used);
	printf("%d %d\n", cache_get(&cache, 4)->used, queued);
	return 0;
}
