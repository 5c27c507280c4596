/* A macro of several statements before a release: what follows that needs no braces. */
#include <pthread.h>
#include <stdio.h>

#define COUNT_TWICE(x) seen += x; seen *= 2

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static int before(int n)
{
	if (n > 7)
		return 4;
	pthread_mutex_lock(&m);
	count++;
	if (n == 1) {
		COUNT_TWICE(3);
		pthread_mutex_unlock(&m);
		printf("%d\n", n);
	} else {
		count += 2;
		pthread_mutex_unlock(&m);
	}
	return 5;
}

int main(void)
{
	printf("%d %d\n", before(1), before(2));
	printf("%d %d\n", count, seen);
	return 0;
}
