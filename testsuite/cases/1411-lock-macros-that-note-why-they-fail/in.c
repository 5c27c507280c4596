/* Lock functions that note why a lock call has failed before they end the program, in macros perhaps. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	int taken;
};

static const char *failed;

static void fatal(const char *what)
{
	fprintf(stderr, "%s: %d\n", what, errno);
	exit(1);
}

#define TAKE(m) { int err; if ((err = pthread_mutex_lock(m)) != 0) { errno = err; fatal("lock"); exit(1); } }
#define GIVE(m) { int err; if ((err = pthread_mutex_unlock(m)) != 0) { errno = err; failed = "unlock"; fatal(failed); } }
#define TAKE_COUNTED(s) { int err; if ((err = pthread_mutex_lock(&(s)->mutex)) != 0) { failed = "lock"; abort(); } (s)->taken++; }

static struct semaphore plain = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct semaphore counted = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct semaphore checked;
static struct semaphore told;
static int n;

static void plain_lock(struct semaphore *s)
{
	TAKE(&s->mutex);
}

static void plain_unlock(struct semaphore *s)
{
	GIVE(&s->mutex);
}

int add(int k)
{
	plain_lock(&plain);
	n += k;
	k = n;
	plain_unlock(&plain);
	return k;
}

/* what it does always goes with the section */
static void counted_lock(struct semaphore *s)
{
	TAKE_COUNTED(s);
}

int subtract(int k)
{
	counted_lock(&counted);
	n -= k;
	k = n;
	pthread_mutex_unlock(&counted.mutex);
	return k;
}

/* a mutex that knows its thread, whose calls may fail */
static void checked_lock(struct semaphore *s)
{
	int err = pthread_mutex_lock(&s->mutex);

	if (err) {
		failed = "lock";
		errno = err;
		abort();
	}
}

int twice(void)
{
	int k;

	checked_lock(&checked);
	n *= 2;
	k = n;
	pthread_mutex_unlock(&checked.mutex);
	return k;
}

/* this goes on, and its caller sees that */
static void told_lock(struct semaphore *s)
{
	if (pthread_mutex_lock(&s->mutex))
		failed = "lock";
}

int half(void)
{
	int k;

	told_lock(&told);
	n /= 2;
	k = n;
	pthread_mutex_unlock(&told.mutex);
	return k;
}

int main(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checked.mutex, &attr);
	pthread_mutex_init(&told.mutex, &attr);
	printf("%d %d %d\n", add(7), subtract(2), counted.taken);
	printf("%d %d\n", twice(), half());
	printf("%s\n", failed ? failed : "no");
	if (fflush(stdout) != 0)
		fatal("output");
	return 0;
}
