/* SPDX-License-Identifier: MIT */
/*
 * A recorder the way mutrace goes about it, to measure against: every acquisition and release looks the mutex up in one
 * hash behind one lock, asks the kernel who is running, and reads the clock through the C library.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

enum { BUCKETS = 4096, RECORDS = 1 << 16 };

struct record {
	pthread_mutex_t *mutex;
	struct record *next;
	pid_t owner;
	unsigned long locked, changed, contended;
	uint64_t since, held;
};

static struct record records[RECORDS], *buckets[BUCKETS];
static unsigned used;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static int (*real_lock)(pthread_mutex_t *), (*real_trylock)(pthread_mutex_t *), (*real_unlock)(pthread_mutex_t *);

static void resolve(void)
{
	*(void **)&real_trylock = dlsym(RTLD_NEXT, "pthread_mutex_trylock");
	*(void **)&real_unlock = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
	*(void **)&real_lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Requires: the table's lock. Null: the table is full. */
static struct record *record_of(pthread_mutex_t *mutex)
{
	struct record **bucket = &buckets[(uintptr_t)mutex / sizeof(long) % BUCKETS];

	for (struct record *record = *bucket; record; record = record->next)
		if (record->mutex == mutex)
			return record;
	if (used == RECORDS)
		return NULL;
	records[used] = (struct record){ .mutex = mutex, .next = *bucket };
	*bucket = &records[used++];
	return *bucket;
}

__attribute__((visibility("default"))) int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	struct record *record;
	int result, taken;

	if (!real_lock)
		resolve();
	result = real_trylock(mutex);
	taken = result == EBUSY;
	if (taken)
		result = real_lock(mutex);
	real_lock(&table_lock);
	record = record_of(mutex);
	if (record) {
		record->locked++;
		record->contended += (unsigned long)taken;
		record->changed += record->owner != gettid();
		record->owner = gettid();
		record->since = now();
	}
	real_unlock(&table_lock);
	return result;
}

__attribute__((visibility("default"))) int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	struct record *record;

	if (!real_lock)
		resolve();
	real_lock(&table_lock);
	record = record_of(mutex);
	if (record)
		record->held += now() - record->since;
	real_unlock(&table_lock);
	return real_unlock(mutex);
}
