#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t *lock;
static int sum;

static void add(int n)
{
	pthread_mutex_lock(lock);
	sum += n;
	pthread_mutex_unlock(lock);
}

int main(void)
{
	if (posix_memalign((void **)&lock, 64, sizeof(*lock)) != 0)
		return 1;
	pthread_mutex_init(lock, NULL);
	for (int i = 0; i < 4; i++)
		add(i);
	printf("%d\n", sum);
	pthread_mutex_destroy(lock);
	free(lock);
	return 0;
}
