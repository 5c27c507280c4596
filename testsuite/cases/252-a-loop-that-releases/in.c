#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* the loops' variables live on while the lock is released, and are nobody else's */
static int twice(int n)
{
	int seen = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++) {
		total += i;
		pthread_mutex_unlock(&lock);
		seen++;
		pthread_mutex_lock(&lock);
	}
	for (int j = 0; j < 3; j++) {
		pthread_mutex_unlock(&lock);
		if (seen == 5)
			return -1;
		seen += n;
		pthread_mutex_lock(&lock);
		total--;
	}
	pthread_mutex_unlock(&lock);
	return seen;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d\n", twice(i));
	printf("%d\n", total);
	return 0;
}
