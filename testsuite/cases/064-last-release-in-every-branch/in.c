#include <pthread.h>
#include <stdio.h>

struct entry { int block, used; struct entry *next; };
static struct cache { pthread_mutex_t mutex; struct entry *head, *free; } cache = { .mutex = PTHREAD_MUTEX_INITIALIZER };
static int queued;

static void queue_put(struct entry *entry)
{
	queued += entry->block;
}

struct entry *cache_get(struct cache *cache, int block);

struct entry *cache_get(struct cache *cache, int block)
{
	struct entry *entry;

	pthread_mutex_lock(&cache->mutex);

	for (entry = cache->head; entry; entry = entry->next)
		if (entry->block == block)
			break;

	if (entry) {
		entry->used++;
		pthread_mutex_unlock(&cache->mutex);
	} else {
		entry = cache->free;
		entry->block = block;
		entry->used = 1;
		pthread_mutex_unlock(&cache->mutex);
		queue_put(entry);
	}

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
