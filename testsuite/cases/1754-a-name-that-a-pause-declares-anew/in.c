/* What is done while the lock is released may declare a name anew that the section has. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int hides(int n)
{
	int left = n, i = 0;

	pthread_mutex_lock(&lock);
	while (i++ < 3) {
		shared += left--;
		pthread_mutex_unlock(&lock);
		left += 2;
		int left = i & 1;
		printf("%d\n", left);
		pthread_mutex_lock(&lock);
	}
	shared += left;
	pthread_mutex_unlock(&lock);
	return left;
}

/* in a block of its own it does not matter */
static int further_in(int n)
{
	int left = n, i = 0;

	pthread_mutex_lock(&lock);
	while (i++ < 3) {
		shared += left--;
		pthread_mutex_unlock(&lock);
		if (i > 1) {
			int left = i & 1;
			printf("%d\n", left);
		}
		pthread_mutex_lock(&lock);
	}
	shared += left;
	pthread_mutex_unlock(&lock);
	return left;
}

int main(void)
{
	int a = hides(20), b = further_in(9);

	printf("%d %d %d\n", a, b, shared);
	return 0;
}
