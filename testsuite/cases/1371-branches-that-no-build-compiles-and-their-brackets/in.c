/* Branches of an #if that no build compiles, with other brackets than those that are. */
#include <pthread.h>
#include <stdio.h>

#define FEATURE 1

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static long total;

static long twice(long n)
{
	pthread_mutex_lock(&m);
	total += n;
	pthread_mutex_unlock(&m);
#if FEATURE == 2
	not_compiled(n);
#elif FEATURE
	if (n > 1) {
#else
	{
#endif
	total++;
	}
	pthread_mutex_lock(&inner);
	n += total;
	pthread_mutex_unlock(&inner);
	return n;
}

static long inside(long n)
{
	pthread_mutex_lock(&m);
	if (n > 3) {
		total -= n;
#if FEATURE == 2
		not_compiled(n);
#elif FEATURE
		if (n > 4) {
#else
		{
#endif
		if (n == 6) {
			pthread_mutex_unlock(&m);
			return total;
		}
		total++;
		}
	}
	total += n;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%ld %ld ", twice(1), twice(2));
	printf("%ld %ld %ld %ld\n", inside(1), inside(4), inside(5), inside(6));
	printf("%ld\n", total);
	return 0;
}
