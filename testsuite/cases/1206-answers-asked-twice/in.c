/* An attempt's answer that is asked twice: whether somebody else has the lock, then whether anything else is wrong. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int declared(int n)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc == EBUSY)
		return -1;
	if (rc)
		abort();
	total += n;
	if (n == 0) {
		pthread_mutex_unlock(&lock);
		return 5;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

static int assigned(int n)
{
	int rc, ok = 1;

	rc = pthread_mutex_trylock(&lock);
	if (rc == EBUSY) {
		printf("busy\n");
		return 1;
	}
	if (rc != 0) { /* never */
		fprintf(stderr, "trylock: %d\n", rc);
		ok = 0;
	}
	if (0 != rc)
		exit(1);
	total -= n;
	pthread_mutex_unlock(&lock);
	return rc + ok;
}

static int read_in_it(int n)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc == EBUSY)
		return -1;
	total += n + rc;
	if (rc)
		abort();
	total++;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int goes_on(int n)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc == EBUSY)
		n = 0;
	if (rc)
		return n;
	total += n;
	pthread_mutex_unlock(&lock);
	return total;
}

static int two_ways(int n)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc == EBUSY)
		goto busy;
	if (rc) {
busy:
		return -rc;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	int n;

	printf("%d %d\n", declared(3), declared(0));
	printf("%d %d\n", assigned(1), read_in_it(4));
	printf("%d %d\n", goes_on(1), two_ways(2));
	pthread_mutex_lock(&lock);
	n = declared(3);
	n = n * 10 + assigned(1);
	n = n * 10 + read_in_it(2);
	n = n * 10 + goes_on(2);
	n = n * 10 - (two_ways(2) == -EBUSY);
	pthread_mutex_unlock(&lock);
	printf("%d %d\n", n, total);
	return 0;
}
