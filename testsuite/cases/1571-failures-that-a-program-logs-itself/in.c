#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int level = 3;

static void log_error(int at, const char *format, ...)
{
	va_list args;

	if (at < level)
		return;
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
}

static void lock(pthread_mutex_t *mutex)
{
	int rc = pthread_mutex_lock(mutex);
	if (rc != 0)
		log_error(5, "lock: %s\n", strerror(rc));
}

static void unlock(pthread_mutex_t *mutex)
{
	int rc = pthread_mutex_unlock(mutex);
	if (rc != 0)
		log_error(5, "unlock: %s\n", strerror(rc));
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
	pthread_mutex_init(&guard, &attr);
	pthread_mutexattr_destroy(&attr);
	add(2);
	add(3);
	printf("%d\n", total);
	return 0;
}
