/*
 * In a branch that is not compiled a macro writes out the name of a variable
 * that the section has a pointer to: there it would write out another text.
 * One that only says what was asserted may.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(x) ((long)strlen(#x))
#define REQUIRE(x) ((x) ? 0 : (puts(#x), abort(), 0))
#define FEATURE 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void grow(int *n)
{
	++*n;
}

static int written(int by)
{
	int n = by;

	pthread_mutex_lock(&lock);
#if FEATURE
	n += 2;
#else
	sum += LENGTH(n);
#endif
	pthread_mutex_unlock(&lock);
	grow(&n);
	return n;
}

static int required(int by)
{
	int n = by;

	pthread_mutex_lock(&lock);
#if FEATURE
	n += 2;
#else
	sum += REQUIRE(n > 1);
#endif
	pthread_mutex_unlock(&lock);
	grow(&n);
	return n;
}

int main(void)
{
	printf("%d %d\n", written(2), required(3));
	printf("%ld\n", sum);
	return 0;
}
