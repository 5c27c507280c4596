#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total, last;

static void check(int rc, const char *what)
{
	if (rc != 0) {
		last = rc;
		fprintf(stderr, "%s failed\n", what);
	}
}

static int raise_error(int code)
{
	last = code;
	return -1;
}

static int converted(int rc)
{
	switch (rc) {
	case 0:
		return 0;
	case EINVAL:
		return raise_error(1);
	case EDEADLK:
		return raise_error(2);
	default:
		return raise_error(3);
	}
}

/* says more than whether it failed: what follows is its caller's */
static int counted(int rc)
{
	last++;
	return rc;
}

static void lock(void)
{
	check(pthread_mutex_lock(&guard), "lock");
}

static void unlock(void)
{
	check(pthread_mutex_unlock(&guard), "unlock");
}

static int acquire(pthread_mutex_t *mutex)
{
	return converted(pthread_mutex_lock(mutex));
}

static int release(pthread_mutex_t *mutex)
{
	return converted(pthread_mutex_unlock(mutex));
}

static int count_lock(void)
{
	return counted(pthread_mutex_lock(&guard));
}

static void add(int n)
{
	lock();
	total += n;
	unlock();
}

static int add_twice(int n)
{
	if (acquire(&guard))
		return -1;
	total += n;
	total += n;
	release(&guard);
	return 0;
}

static void add_counted(int n)
{
	count_lock();
	total += n;
	unlock();
}

int main(void)
{
	add(2);
	add_twice(3);
	add_counted(4);
	printf("%d %d\n", total, last);
	return 0;
}
