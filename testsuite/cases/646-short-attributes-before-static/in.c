#include <pthread.h>
#include <stdio.h>

#define HOT __attribute__((hot))
#define PURE_ __attribute__((pure, noinline))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

HOT static int set(int n)
{
	int was;

	pthread_mutex_lock(&lock);
	was = last;
	last = n;
	pthread_mutex_unlock(&lock);
	return was;
}

PURE_ static int twice(int n)
{
	return 2 * n;
}

int main(void)
{
	printf("%d", set(twice(3)));
	printf(" %d\n", set(1));
	return 0;
}
