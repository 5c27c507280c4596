/* SPDX-License-Identifier: MIT */
/*
 * A map and a reduce phase over made-up words: workers take chunks from a shared position, count into a table with a
 * lock a bucket, and a pool hands out the reduce tasks and waits for them: the locks of Phoenix.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 5, WORDS = 60000, CHUNK = 250, BUCKETS = 97, DIFFERENT = 700 };

MAIN_ENV

struct entry {
	struct entry *next;
	int word;
	int count;
};

static struct {
	LOCKDEC(lock)
	struct entry *first;
} table[BUCKETS];

static struct {
	LOCKDEC(lock)
	pthread_cond_t more;
	pthread_cond_t finished;
	int position;
	int bucket;
	int running;
	int reduce;
	long long sum;
	int entries;
} pool;

static int next_chunk(int *first, int *end)
{
	int some = 0;

	LOCK(pool.lock)
	if (pool.position < WORDS) {
		*first = pool.position;
		*end = *first + CHUNK < WORDS ? *first + CHUNK : WORDS;
		pool.position = *end;
		some = 1;
	} else if (--pool.running == 0) {
		pthread_cond_signal(&pool.finished);
	}
	UNLOCK(pool.lock)
	return some;
}

static void count(int word)
{
	int bucket = word % BUCKETS;
	struct entry *entry;

	LOCK(table[bucket].lock)
	for (entry = table[bucket].first; entry != NULL; entry = entry->next) {
		if (entry->word == word) {
			entry->count++;
			UNLOCK(table[bucket].lock)
			return;
		}
	}
	entry = calloc(1, sizeof(*entry));
	entry->word = word;
	entry->count = 1;
	entry->next = table[bucket].first;
	table[bucket].first = entry;
	UNLOCK(table[bucket].lock)
}

static int next_bucket(void)
{
	int bucket;

	LOCK(pool.lock)
	while (!pool.reduce)
		pthread_cond_wait(&pool.more, &pool.lock);
	bucket = pool.bucket < BUCKETS ? pool.bucket++ : -1;
	UNLOCK(pool.lock)
	return bucket;
}

static void reduce(int bucket)
{
	long long sum = 0;
	int entries = 0;

	for (struct entry *entry = table[bucket].first; entry != NULL; entry = entry->next) {
		sum += (long long)entry->word * entry->count;
		entries++;
	}
	LOCK(pool.lock)
	pool.sum += sum;
	pool.entries += entries;
	UNLOCK(pool.lock)
}

static void *work(void *arg)
{
	int first, end, bucket;

	(void)arg;
	while (next_chunk(&first, &end))
		for (int i = first; i < end; i++)
			count((int)((unsigned int)i * 2654435761u % DIFFERENT));
	while ((bucket = next_bucket()) >= 0)
		reduce(bucket);
	return NULL;
}

int main(void)
{
	long long expected = 0;

	LOCKINIT(pool.lock)
	pthread_cond_init(&pool.more, NULL);
	pthread_cond_init(&pool.finished, NULL);
	for (int i = 0; i < BUCKETS; i++)
		LOCKINIT(table[i].lock)
	pool.running = THREADS;
	for (int i = 0; i < THREADS; i++)
		CREATE(work)
	LOCK(pool.lock)
	while (pool.running > 0)
		pthread_cond_wait(&pool.finished, &pool.lock);
	pool.reduce = 1;
	pthread_cond_broadcast(&pool.more);
	UNLOCK(pool.lock)
	WAIT_FOR_END
	for (unsigned int i = 0; i < WORDS; i++)
		expected += i * 2654435761u % DIFFERENT;
	printf("%d words, sum %lld\n", pool.entries, pool.sum);
	return pool.sum == expected && pool.entries <= DIFFERENT ? 0 : 1;
}
