/* Variables that only lock calls name, those of sections in sections, too, or with their values in lines of their own. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void mutex_lock(pthread_mutex_t *mutex, const char *where, const char *what)
{
	int err = pthread_mutex_lock(mutex);

	if (err != 0) {
		fprintf(stderr, "%s: %s: %s\n", where, what, strerror(err));
		abort();
	}
}

static void mutex_unlock(pthread_mutex_t *mutex, const char *where, const char *what)
{
	int err = pthread_mutex_unlock(mutex);

	if (err != 0) {
		fprintf(stderr, "%s: %s: %s\n", where, what, strerror(err));
		abort();
	}
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int total, left;

static int can_get(int n)
{
	int retv;
	static const char diag[] = "can_get";

	mutex_lock(&lock, diag, "lock");
	mutex_lock(&inner, diag, "inner");
	if (left > n)
		retv = 1;
	else
		retv = 0;
	mutex_unlock(&inner, diag, "inner");
	mutex_unlock(&lock, diag, "lock");
	return retv;
}

static int both(int n)
{
	const char *diag = "both";

	mutex_lock(&lock, diag, "lock");
	total += n;
	mutex_lock(&inner, diag, "inner");
	left += n;
	mutex_unlock(&inner, diag, "inner");
	n = total;
	mutex_unlock(&lock, diag, "lock");
	return n;
}

static void add(int n);

static void long_name(int n)
{
	static const char diag[] =
	    "long_name";

	add(1);

	mutex_lock(&lock, diag, "total");
	total += n;
	mutex_unlock(&lock, diag, "total");
}

static void add(int n)
{
	const char *const diag = "add";

	mutex_lock(&lock, diag, "total");
	total += n;
	mutex_unlock(&lock, diag, "total");
}

int main(void)
{
	long_name(1);
	printf("%d ", both(2));
	printf("%d ", can_get(3));
	printf("%d %d\n", total, left);
	return 0;
}
