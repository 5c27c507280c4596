/* What stands in an #if, which the only build compiles: another one neither declares nor uses it. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared = 7;

static int twice(int n)
{
	return 2 * n;
}

static void halve(int *n)
{
	*n /= 2;
}

/* handed in, and another one handed out */
static int called(int n)
{
	int result;
#ifndef STATIC
	int (*op)(int) = NULL;

	if (n > 1)
		op = twice;
#endif
#ifndef QUIET
	int before;
#endif

	pthread_mutex_lock(&m);
#ifndef STATIC
	result = op ? (*op)(n) : n;
#else
	result = twice(n);
#endif
	shared += result;
#ifndef QUIET
	before = shared;
#endif
	pthread_mutex_unlock(&m);
#ifndef QUIET
	printf("%d\n", before);
#endif
	return result;
}

/* by reference, in an #if in another one */
static int by_reference(int n)
{
#ifndef STATIC
	int by = n;
#ifndef QUIET
	int more = by;
#endif
#endif

	pthread_mutex_lock(&m);
#ifndef STATIC
	halve(&by);
	shared += by;
#ifndef QUIET
	halve(&more);
	shared += more;
#endif
#endif
	n += shared;
	pthread_mutex_unlock(&m);
#ifndef STATIC
	n += by;
#ifndef QUIET
	n += more;
#endif
#endif
	return n;
}

/* what other builds may have otherwise */
static int otherwise(int n)
{
#ifdef STATIC
	long by = n;
#else
	int by = 2 * n;
#endif
#ifndef QUIET
	int other = by;
#else
	int other = 3;
#endif

	pthread_mutex_lock(&m);
	shared += by + n;
	other += shared;
	pthread_mutex_unlock(&m);
	return other;
}

/* nothing else is handed over */
static int alone(void)
{
#ifndef STATIC
	int by = twice(3);
#endif

	pthread_mutex_lock(&m);
#ifndef STATIC
	shared += by;
#endif
	shared++;
	pthread_mutex_unlock(&m);
	return shared;
}

#ifndef STATIC
/* all of it stands there */
static int all(int n)
{
	int by = n;

#ifndef QUIET
	int more = 3;

	pthread_mutex_lock(&m);
	shared += by + more;
	pthread_mutex_unlock(&m);
#endif
	return by;
}
#else
#define all(n) (n)
#endif

int main(void)
{
	for (int i = 0; i < 4; i++) {
		printf("%d %d ", called(i), by_reference(i));
		printf("%d %d %d\n", otherwise(i), alone(), all(i));
	}
	return 0;
}
