/* A function of a library cleans a mutex up: it stays as it is. */
#include <pthread.h>
#include <stdio.h>

static int sum(int n)
{
	__attribute__((cleanup(pthread_mutex_destroy))) pthread_mutex_t m;
	int all = 0;

	pthread_mutex_init(&m, NULL);
	while (n > 0) {
		pthread_mutex_lock(&m);
		all += n--;
		pthread_mutex_unlock(&m);
	}
	return all;
}

int main(void)
{
	printf("%d\n", sum(4));
	return 0;
}
