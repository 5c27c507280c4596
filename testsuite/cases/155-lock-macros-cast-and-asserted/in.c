#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define mutex_lock(m) pthread_mutex_lock(m)
#define mutex_unlock(m) pthread_mutex_unlock(m)

/* A lock call whose result is kept, and asserted on. */
#define LOCK_MUTEX(m) do { \
	int ret; \
	ret = mutex_lock(m); \
	assert(ret == 0); \
} while (0)

#define UNLOCK_MUTEX(m) do { \
	int ret = mutex_unlock(m); \
	assert(ret == 0); \
} while (0)

/* This one does more than that, which goes with the section. */
#define LOCK_AND_COUNT(m) do { \
	int ret; \
	ret = mutex_lock(m); \
	assert((locked += ret == 0) > 0); \
} while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, locked;

static int next(void)
{
	int number;

	(void)mutex_lock(&lock);
	number = ++count;
	(void)mutex_unlock(&lock);
	return number;
}

static int after(void)
{
	int number;

	LOCK_MUTEX(&lock);
	number = ++count;
	UNLOCK_MUTEX(&lock);
	return number;
}

static int last(void)
{
	int number;

	LOCK_AND_COUNT(&lock);
	number = ++count;
	UNLOCK_MUTEX(&lock);
	return number;
}

int main(void)
{
	int one = next(), two = after(), three = last();

	printf("%d %d %d, %d\n", one, two, three, locked);
	return 0;
}
