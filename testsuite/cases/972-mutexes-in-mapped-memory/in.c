#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

#define SHARDS 4

static pthread_mutex_t *locks;
static int counts[SHARDS];

static void *map(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	mlock(memory, size);
	madvise(memory, size, MADV_DONTFORK);
	return memory;
}

static void unmap(void *memory, size_t size)
{
	munlock(memory, size);
	munmap(memory, size);
}

static int count(int n)
{
	int before;

	pthread_mutex_lock(&locks[n % SHARDS]);
	before = counts[n % SHARDS];
	counts[n % SHARDS] += n;
	pthread_mutex_unlock(&locks[n % SHARDS]);
	return before;
}

int main(void)
{
	locks = map(SHARDS * sizeof(*locks));
	if (!locks)
		return 1;
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_init(&locks[i], NULL);
	for (int i = 0; i < 12; i++)
		printf("%d\n", count(i));
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_destroy(&locks[i]);
	unmap(locks, SHARDS * sizeof(*locks));
	return 0;
}
