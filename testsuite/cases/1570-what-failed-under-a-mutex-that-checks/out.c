#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t guard = RCL_MUTEX_INITIALIZER(guard_in);
static int total;
static int errors;

static void failed(const char *what, int error)
{
	errors++;
	fprintf(stderr, "%s: %s\n", what, strerror(error));
}

static void lock(rcl_mutex_t *mutex)
{
	int rc = rcl_lock(mutex);
	if (rc != 0)
		failed("lock", rc);
}

static void unlock(rcl_mutex_t *mutex)
{
	int rc = rcl_unlock(mutex);
	if (rc != 0)
		failed("unlock", rc);
}

static void add(int n)
{
	lock(&guard);
	total += n;
	unlock(&guard);
}

int main(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	rcl_mutex_init(&guard, &attr, guard_main);
	pthread_mutexattr_destroy(&attr);
	add(2);
	add(3);
	printf("%d %d\n", total, errors);
	return 0;
}
