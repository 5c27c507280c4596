#include <stdio.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n)
{
	pthread_mutex_lock(&lock);
	total += n;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	for (int n = 1; n < 8; n++)
		add(n);
	printf("%d\n", total);
	return 0;
}
