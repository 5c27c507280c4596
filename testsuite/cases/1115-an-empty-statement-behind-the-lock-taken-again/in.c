/* Behind a pause an empty statement follows, as macros that stand for nothing leave it. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, others;

static void add(int n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	if (n & 1) {
		pthread_mutex_unlock(&lock);
		others++;
		pthread_mutex_lock(&lock);
		;
		sum++;
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	add(1);
	add(2);
	printf("%d %d\n", sum, others);
	return 0;
}
