#include <pthread.h>
#include <stdio.h>

#ifndef __FUNCTION__
#define __FUNCTION__ __func__
#endif
#define SAY(format, ...) printf("%s: " format "\n", __FUNCTION__, __VA_ARGS__)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;

/* Said in the section alone. */
int add(int n)
{
	pthread_mutex_lock(&lock);
	if (n < 0) {
		printf("%s: %d\n", __FUNCTION__, n);
		pthread_mutex_unlock(&lock);
		return -1;
	}
	count += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* And by another macro. */
int take(int n)
{
	pthread_mutex_lock(&lock);
	if (n > count) {
		SAY("%d", n);
		printf("%s\n", __FUNCTION__);
		pthread_mutex_unlock(&lock);
		return -1;
	}
	count -= n;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	for (int i = -2; i < 10; i++)
		printf("%d %d\n", add(i), take(2 * i));
	printf("%ld\n", count);
	return 0;
}
