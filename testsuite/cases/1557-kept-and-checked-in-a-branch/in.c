/*
 * Locks that are taken or released in a branch alone, with a variable that
 * keeps what the call gives, to be looked at there and nowhere else.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threaded = 1;
static int total;

static int added(int n)
{
	int error;

	if (threaded) {
		if ((error = pthread_mutex_lock(&lock)) != 0)
			return error;
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return 0;
}

static int checked(int n)
{
	int error;

	if (threaded) {
		if ((error = pthread_mutex_lock(&lock)) != 0) {
			fprintf(stderr, "lock: %d\n", error);
			abort();
		}
	}
	total += n;
	if (threaded) {
		if ((error = pthread_mutex_unlock(&lock)) != 0) {
			fprintf(stderr, "unlock: %d\n", error);
			abort();
		}
	}
	error = n * 2;
	return error;
}

/* What the variable had before is asked for, if there are no threads. */
static int had_before(int n)
{
	int error = n;

	if (threaded) {
		if ((error = pthread_mutex_lock(&lock)) != 0)
			return -error;
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return error;
}

/* Another build would ask for it. */
static int asked_there(int n)
{
	int error = n;

	if (threaded) {
		if ((error = pthread_mutex_lock(&lock)) != 0)
			return -error;
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
#ifdef TOLD
	printf("%d\n", error);
#endif
	return n;
}

int main(void)
{
	printf("%d ", asked_there(8));
	printf("%d %d %d", added(4), checked(5), had_before(7));
	threaded = 0;
	printf(" %d %d %d %d\n", added(4), checked(5), had_before(7), total);
	return 0;
}
