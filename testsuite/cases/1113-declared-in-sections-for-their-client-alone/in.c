/* A volatile variable that sections inside of each other declare, and that only what follows both uses. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static int f(int n)
{
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	sum += n;
	volatile int at;
	if (n & 1) {
		pthread_mutex_unlock(&inner);
		pthread_mutex_unlock(&outer);
		at = n * 2;
		return at;
	}
	sum++;
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return 0;
}

int main(void)
{
	int got = f(1) + f(2) + f(3);

	printf("%d %d\n", got, sum);
	return 0;
}
