#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int slowly(void)
{
	int seen;

	pthread_mutex_lock(&lock);
	seen = n++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	while (n < 5) {
		n++;
		pthread_mutex_unlock(&lock);
		seen++;
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return seen;
}

int main(void)
{
	printf("%d\n", slowly());
	return 0;
}
