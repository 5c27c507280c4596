#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int uses, verbose = 1;

/* What these print is for a call that fails. */
static void take(pthread_mutex_t *mutex)
{
	int failed = pthread_mutex_lock(mutex);

	if (failed != 0) {
		fprintf(stderr, "cannot lock: %s\n", strerror(failed));
		abort();
	}
}

static void give(pthread_mutex_t *mutex)
{
	int failed = 0;

	failed = pthread_mutex_unlock(mutex);
	if (failed && verbose)
		perror("cannot unlock");
	assert(failed == 0);
}

/* These say what they do. */
static void take_aloud(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	printf("taken\n");
}

static void give_aloud(pthread_mutex_t *mutex)
{
	int failed = pthread_mutex_unlock(mutex);

	if (!failed && verbose)
		printf("given\n");
}

/* What this prints is no failure. */
static int try(pthread_mutex_t *mutex)
{
	int failed = pthread_mutex_trylock(mutex);

	if (failed != 0)
		printf("busy\n");
	return failed;
}

/* It asks for something else. */
static void take_early(pthread_mutex_t *mutex)
{
	int failed = uses;

	if (failed)
		printf("used before\n");
	failed = pthread_mutex_lock(mutex);
	if (failed)
		printf("cannot lock\n");
}

static int count(int more)
{
	take(&lock);
	uses += more;
	give(&lock);
	return more;
}

static int count_aloud(int more)
{
	take_aloud(&lock);
	uses += more;
	give_aloud(&lock);
	return more;
}

static int count_early(int more)
{
	take_early(&lock);
	uses += more;
	give(&lock);
	return more;
}

static int attempt(int more)
{
	if (try(&lock) != 0)
		return 0;
	uses += more;
	give(&lock);
	return more;
}

int main(void)
{
	printf("%d %d\n", count(1), uses);
	printf("%d %d\n", count_aloud(2), uses);
	printf("%d %d\n", count_early(4), uses);
	printf("%d %d\n", attempt(8), uses);
	return 0;
}
