/* What a lock function gives back is the number of pthread_mutex_lock, for whoever reads it; mtx_lock has others. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mtx_t other;
static long count, others;

static int take(void)
{
	int error;

	error = pthread_mutex_lock(&lock);
	return error;
}

static int give(void)
{
	return pthread_mutex_unlock(&lock);
}

static int take_other(void)
{
	return mtx_lock(&other);
}

static int add(long n)
{
	int error;

	error = take();
	if (error) {
		fprintf(stderr, "no lock: %s\n", strerror(error));
		return error;
	}
	count += n;
	error = give();
	return error;
}

static int add_other(long n)
{
	int error = take_other();

	if (error != thrd_success) {
		fprintf(stderr, "no lock: %d\n", error);
		return error;
	}
	others += n;
	mtx_unlock(&other);
	return 0;
}

int main(void)
{
	int error;

	mtx_init(&other, mtx_plain);
	error = add(3) + add(4);
	error += add_other(5);
	printf("%ld %ld %d\n", count, others, error);
	mtx_destroy(&other);
	return 0;
}
