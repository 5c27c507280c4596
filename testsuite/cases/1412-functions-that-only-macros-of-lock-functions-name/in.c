/* What only lock functions use, by the macros in them, goes with them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void fatal(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(1);
}

#define CHECK(r, what) if ((r) != 0) fatal(what)
#define TAKE(m) do { int err = pthread_mutex_lock(m); CHECK(err, "lock"); } while (0)

static void take(pthread_mutex_t *p)
{
	TAKE(p);
}

static void give(pthread_mutex_t *p)
{
	CHECK(pthread_mutex_unlock(p), "unlock");
}

int add(int k)
{
	take(&m);
	n += k;
	k = n;
	give(&m);
	return k;
}

int main(void)
{
	printf("%d\n", add(3));
	return 0;
}
