/* Nothing may have the address of a register: what a section sets on some ways, and nobody reads behind it, is copied. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static long f(long n)
{
	register long y;

	pthread_mutex_lock(&lock);
	sum += n;
	if (sum > 3) {
		y = sum + n;
		sum += y & 1;
	}
	pthread_mutex_unlock(&lock);
	for (long i = 0; i < 2; i++)
		y = i;
	return n;
}

int main(void)
{
	for (long n = 0; n < 4; n++)
		printf("%ld %ld\n", f(n), sum);
	return 0;
}
