/*
 * A section that ends, with its lock, right behind a macro that closes the
 * block of another one, in whose place is a call that needs a semicolon.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#define LOCK_OPEN(m) { pthread_mutex_lock(m);
#define UNLOCK_CLOSE(m) pthread_mutex_unlock(m); }

static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t table = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static long counted, listed, locked;

static void add(int by)
{
	locked += pthread_mutex_lock(&table) == 0;
	pthread_mutex_lock(&list);
	LOCK_OPEN(&count)
		counted += by;
	UNLOCK_CLOSE(&count)
	locked += pthread_mutex_unlock(&table) == 0;
	listed += by;
	pthread_mutex_unlock(&list);
}

int main(void)
{
	add(2);
	add(3);
	printf("%ld %ld %ld\n", counted, listed, locked);
	return 0;
}
