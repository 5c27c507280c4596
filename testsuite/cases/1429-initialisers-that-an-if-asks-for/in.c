/*
 * An initialiser for a build that wants its errors checked, where the library
 * has one: what asks whether it has stays.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#define MAIN_DEBUG 0

struct loop {
	int rounds;
	pthread_mutex_t lock;
};

#define LOOP_LOCK PTHREAD_MUTEX_INITIALIZER

static struct loop other = {
	0,
#if MAIN_DEBUG && \
	defined(LOOP_LOCK)
	PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
#elif defined(LOOP_LOCK)
	LOOP_LOCK,
#endif
};

static struct loop global = {
	0,
#if MAIN_DEBUG && defined (PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP)
	PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
#else
	PTHREAD_MUTEX_INITIALIZER,
#endif
};

int main(void)
{
	pthread_mutex_lock(&global.lock);
	global.rounds++;
	pthread_mutex_unlock(&global.lock);
	pthread_mutex_lock(&other.lock);
	other.rounds += 2;
	pthread_mutex_unlock(&other.lock);
	printf("%d %d\n", global.rounds, other.rounds);
	return 0;
}
