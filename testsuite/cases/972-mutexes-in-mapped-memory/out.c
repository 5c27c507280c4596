#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <sys/mman.h>

#define SHARDS 4

static rcl_mutex_t *locks;
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

struct count_cs {    /* locks[n % SHARDS], in.c:32-35 */
	int n;       /* in */
	int before;  /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;
	int before;

	before = counts[n % SHARDS];
	counts[n % SHARDS] += n;
	cs->before = before;
	return 0;
}

static int count(int n)
{
	int before;

	struct count_cs cs = { .n = n };
	rcl_exec_anon(&locks[n % SHARDS], count_cs, &cs, sizeof(cs));
	before = cs.before;
	return before;
}

int main(void)
{
	locks = map(SHARDS * sizeof(*locks));
	if (!locks)
		return 1;
	for (int i = 0; i < SHARDS; i++)
		rcl_mutex_init(&locks[i], NULL, locks);
	for (int i = 0; i < 12; i++)
		printf("%d\n", count(i));
	for (int i = 0; i < SHARDS; i++)
		rcl_mutex_destroy(&locks[i]);
	unmap(locks, SHARDS * sizeof(*locks));
	return 0;
}
