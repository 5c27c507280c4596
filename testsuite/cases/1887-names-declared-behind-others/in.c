/* A declaration's second name, of a type that C has by two names, or that has one by a typedef. */
#include <pthread.h>
#include <stdio.h>

typedef unsigned char bool;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int a(int n)
{
	_Bool odd = n & 1, *at = &odd;

	pthread_mutex_lock(&lock);
	total += odd;
	*at = n & 256;
	total += odd;
	pthread_mutex_unlock(&lock);
	return odd;
}

static int b(int n)
{
	_Bool first = n, second = n & 256;
	bool third = n, fourth = n & 256;

	pthread_mutex_lock(&lock);
	total += first + second + third + fourth;
	second = n & 512;
	fourth = n & 512;
	pthread_mutex_unlock(&lock);
	return second * 10 + fourth;
}

int main(void)
{
	printf("%d %d %d\n", a(257), a(4), total);
	printf("%d %d %d\n", b(256), b(512), total);
	return 0;
}
