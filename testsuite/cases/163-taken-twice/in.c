#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t again;
static int sum, jumps;

static void add(int n, int *result)
{
	pthread_mutex_lock(&again);
	sum += n;
	if (n % 2) {
		sum++;
		pthread_mutex_unlock(&again);
		jumps++;
		*result = 3;
		return;
	}
	sum += 2;
	(void)pthread_mutex_lock(&again);
	jumps += 10;
	(void)pthread_mutex_unlock(&again);
	(void)pthread_mutex_unlock(&again);
	*result = 5;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	int a, b;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&again, &attributes);
	add(1, &a);
	add(2, &b);
	printf("%d %d %d %d\n", a, b, sum, jumps);
	return 0;
}
