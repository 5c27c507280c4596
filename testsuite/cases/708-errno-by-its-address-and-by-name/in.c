/* What a section writes to errno by an address that its function has taken before, and what it does to errno by name,
   are the same errno. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static int both(int n)
{
	int *error = &errno;

	errno = 3;
	pthread_mutex_lock(&m);
	*error = n + errno;
	sum += errno;
	pthread_mutex_unlock(&m);
	return errno;
}

static int named(int n)
{
	errno = n;
	pthread_mutex_lock(&m);
	sum += errno++;
	pthread_mutex_unlock(&m);
	return errno;
}

int main(void)
{
	printf("%d\n", both(4));
	printf("%d\n", named(5));
	printf("%ld\n", sum);
	return 0;
}
