/* Variables that stand alone in an #if, at once before a statement, and that only sections use. */
#define HAVE_THREADS 1
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sums[4];

static int add(long by)
{
	short sign;
#ifdef HAVE_THREADS
	unsigned int i;
#endif
	if (by == 0)
		return 0;

	sign = by < 0 ? -1 : 1;
#ifdef HAVE_THREADS
	pthread_mutex_lock(&lock);
	for (i = 0; i < 4; i++)
		sums[i] += by;
	pthread_mutex_unlock(&lock);
#endif
	return sign;
}

static long total(int first)
{
	long sum = 0;

#ifdef HAVE_THREADS

	int i;
#else
	int none;

#endif
	if (first > 3)
		return sum;
	pthread_mutex_lock(&lock);
	for (i = first; i < 4; i++)
		sum += sums[i];
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	printf("%d %d %d\n", add(3), add(0), add(-1));
	printf("%ld %ld\n", total(0), total(4));
	return 0;
}
