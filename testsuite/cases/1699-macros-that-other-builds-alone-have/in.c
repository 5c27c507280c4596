/* Macros that only other builds define, and that change what they are given there, or bind it closer than a pointer. */
#include <pthread.h>
#include <stdio.h>

#ifdef COUNTING
#define COUNT(n) ((n)++)
#define NEXT(n) n++
#define TWICE(n) COUNT(n); COUNT(n)
#define NAMED(n) fprintf(stderr, "%s %ld\n", #n, n)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static long add(long n)
{
	long steps = n;

	pthread_mutex_lock(&lock);
	total += n;
#if defined(QUIET)
	total--;
#elif defined(COUNTING)
	COUNT(steps);
#endif
	pthread_mutex_unlock(&lock);
	return steps;
}

static long next(long n)
{
	long steps = n;

	pthread_mutex_lock(&lock);
	total += n;
#ifdef COUNTING
	NEXT(steps);
#endif
	pthread_mutex_unlock(&lock);
	return steps;
}

static long both(long n)
{
	long steps = n, seen = n;

	pthread_mutex_lock(&lock);
	total += n;
#ifdef COUNTING
	TWICE(steps);
	NAMED(seen);
#endif
	pthread_mutex_unlock(&lock);
	return steps + seen;
}

int main(void)
{
	printf("%ld %ld %ld %ld\n", add(1), next(2), both(3), total);
	return 0;
}
