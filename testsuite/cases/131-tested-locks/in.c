#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int n;

static int push(int by)
{
	if (pthread_mutex_lock(&lock) != 0)
		return -1;
	n += by;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* The error is kept, and the variable used again. */
static int pop(int by, int *left)
{
	int rc;

	if ((rc = pthread_mutex_lock(&lock)))
		goto fail;
	if (n < by) {
		rc = -2;
		pthread_mutex_unlock(&lock);
		goto fail;
	}
	n -= by;
	*left = n;
	pthread_mutex_unlock(&lock);
	return 0;
fail:
	return rc;
}

static void reset(void)
{
	int rc;

	rc = pthread_mutex_lock(&lock);
	if (rc != 0) {
		fprintf(stderr, "lock: %d\n", rc);
		abort();
	}
	n = 0;
	(void)pthread_mutex_unlock(&lock);
}

static int peek(void)
{
	int now = -1;

	if (!pthread_mutex_lock(&lock)) {
		now = n;
		(void)pthread_mutex_unlock(&lock);
	}
	return now;
}

/* Goes on without the lock: who knows what for. */
static int careless(void)
{
	int now;

	if (pthread_mutex_lock(&lock) != 0)
		printf("no lock\n");
	now = n;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	int left = 0;

	printf("%d", push(5));
	printf(" %d", pop(2, &left));
	printf(" %d %d", left, pop(20, &left));
	printf(" %d", peek());
	printf(" %d\n", careless());
	pthread_mutex_lock(&lock);
	printf("%d %d %d\n", push(1), pop(1, &left) == EDEADLK, peek());
	pthread_mutex_unlock(&lock);
	reset();
	printf("%d\n", peek());
	return 0;
}
