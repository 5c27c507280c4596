/* Variables of the file that only lock calls name: where these go, they do. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char lock_diag[] = "lock";
static const char *const where = "counter";
static const char others[] = "others";
static long total;

static void mutex_lock(pthread_mutex_t *mutex, const char *what, const char *diag)
{
	int err = pthread_mutex_lock(mutex);

	if (err != 0) {
		fprintf(stderr, "%s: %s: %s\n", what, diag, strerror(err));
		abort();
	}
}

static void mutex_unlock(pthread_mutex_t *mutex, const char *what, const char *diag)
{
	int err = pthread_mutex_unlock(mutex);

	if (err != 0) {
		fprintf(stderr, "%s: %s: %s\n", what, diag, strerror(err));
		abort();
	}
}

static void add(int n)
{
	mutex_lock(&lock, where, lock_diag);
	total += n;
	mutex_unlock(&lock, where, lock_diag);
}

static long get(void)
{
	long n;

	mutex_lock(&lock, others, lock_diag);
	n = total;
	mutex_unlock(&lock, others, lock_diag);
	return n;
}

int main(void)
{
	add(1);
	add(2);
	printf("%s %ld\n", others, get());
	return 0;
}
