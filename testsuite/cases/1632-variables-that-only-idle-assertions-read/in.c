/* Assertions that are left out, and macros that make nothing of what they are given, read what a section has set. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifdef TRACING
#define trace(...) fprintf(stderr, __VA_ARGS__)
#else
#define trace(...)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum, calls;

static void take(int n)
{
	long left;

	pthread_mutex_lock(&lock);
	sum -= n;
	left = sum;
	calls += left > 0;
	pthread_mutex_unlock(&lock);
	assert(left >= 0);
}

static void put(int n)
{
	pthread_mutex_lock(&lock);
	long before = sum;
	sum += n;
	calls += before > 0;
	pthread_mutex_unlock(&lock);
	trace("put: %ld before\n", before);
}

int main(void)
{
	put(5);
	take(2);
	put(3);
	printf("%ld %ld\n", sum, calls);
	return 0;
}
