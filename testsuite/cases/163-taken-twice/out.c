#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t again;
static int sum, jumps;

static void add(int n, int *result)
{
	rcl_lock(&again);
	sum += n;
	if (n % 2) {
		sum++;
		rcl_unlock(&again);
		jumps++;
		*result = 3;
		return;
	}
	sum += 2;
	(void)rcl_lock(&again);
	jumps += 10;
	(void)rcl_unlock(&again);
	(void)rcl_unlock(&again);
	*result = 5;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	int a, b;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	rcl_mutex_init(&again, &attributes, again);
	add(1, &a);
	add(2, &b);
	printf("%d %d %d %d\n", a, b, sum, jumps);
	return 0;
}
