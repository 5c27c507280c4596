/* A release whose result is only checked goes with the check, which never comes true; not if that does more, or says something. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static int one(int n)
{
	if (pthread_mutex_lock(&plain) != 0)
		abort();
	counter += n;
	if (counter > 100) {
		if (pthread_mutex_unlock(&plain) != 0)
			abort();
		return 2;
	}
	counter++;
	if (pthread_mutex_unlock(&plain) != 0)
		abort();
	return 3;
}
static int zero(int n)
{
	pthread_mutex_lock(&plain);
	switch (n % 4) {
	case 0:
		counter += 1;
		break;
	case 2:
		if (pthread_mutex_unlock(&plain) != 0)
			abort();
		return 2;
	case 3:
		if (pthread_mutex_unlock(&plain) == 0)
			n++;
		return n;
	default:
		counter += 3;
	}
	if (pthread_mutex_unlock(&plain)) { /* never */
		return -1;
	}
	return n;
}
static int two(int n)
{
	if (pthread_mutex_lock(&plain))
		return -1;
	counter += n;
	if (pthread_mutex_unlock(&plain))
		return -1;
	return 3;
}
static int three(int n)
{
	int rc;

	rc = pthread_mutex_lock(&plain);
	if (rc) {
		fprintf(stderr, "lock %d\n", rc);
		return rc;
	}
	counter += n;
	rc = pthread_mutex_unlock(&plain);
	if (rc) {
		fprintf(stderr, "unlock %d\n", rc);
		return rc;
	}
	return 0;
}
static int four(int n)
{
	pthread_mutex_lock(&plain);
	switch (n % 3) {
	case 0:
		counter += n;
		pthread_mutex_unlock(&plain);
		return 1;
	case 1:
		pthread_mutex_unlock(&plain);
		return 2;
	}
	pthread_mutex_unlock(&plain);
	return 0;
}
int main(void)
{
	int i, s = 0;

	for (i = 0; i < 20; i++)
		s += zero(i) + one(i) + two(i) + three(i) + four(i);
	printf("%d %d\n", s, counter);
	return 0;
}
