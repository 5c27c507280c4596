/* Code that follows a release on its line, behind a comment: it must not seem to be under the client's condition. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int leaves(int n)
{
	pthread_mutex_lock(&m);
	shared += n;
	if (shared > 5) {
		pthread_mutex_unlock(&m); /* enough */ return -1;
	}
	if (shared > 4) {
		pthread_mutex_unlock(&m);
		return 1;
	}
	shared++;
	pthread_mutex_unlock(&m); /* not yet */ n++; /* one more */
	return n;
}

static int goes_on(int n)
{
	pthread_mutex_lock(&m); /* begins */ shared += n;
	pthread_mutex_unlock(&m); /* is over */ /* twice */ n += shared / 2;
	pthread_mutex_lock(&m);
	shared -= n;
	pthread_mutex_unlock(&m); /* nothing
	follows here */
	return n;
}

int main(void)
{
	int first = leaves(1), second = leaves(3), third = leaves(2);

	printf("%d %d %d %d\n", first, second, third, shared);
	printf("%d %d\n", goes_on(2), shared);
	return 0;
}
