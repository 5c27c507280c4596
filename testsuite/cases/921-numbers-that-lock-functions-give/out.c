/* What a lock function gives back is the number of pthread_mutex_lock, for whoever reads it; mtx_lock has others. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
#include <threads.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other;
static long count, others;

static int take_other(void)
{
	return rcl_mtx_lock(&other);
}

struct add_cs {  /* lock, in.c:33-39 */
	long n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;

	count += n;
	return 0;
}

static int add(long n)
{
	int error;

	struct add_cs cs = { .n = n };
	error = -rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	if (error) {
		fprintf(stderr, "no lock: %s\n", strerror(error));
		return error;
	}
	error = 0;
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
	rcl_mtx_unlock(&other);
	return 0;
}

int main(void)
{
	int error;

	rcl_mtx_init(&other, mtx_plain, other);
	error = add(3) + add(4);
	error += add_other(5);
	printf("%ld %ld %d\n", count, others, error);
	rcl_mtx_destroy(&other);
	return 0;
}
