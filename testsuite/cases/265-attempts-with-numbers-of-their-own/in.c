#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum result { FINE = 0, BUSY = -16, WRONG = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* As in libuv. */
static int mutex_trylock(pthread_mutex_t *m)
{
	int err;

	err = pthread_mutex_trylock(m);
	if (err) {
		if (err != EBUSY && err != EAGAIN)
			abort();
		return BUSY;
	}
	return FINE;
}

static bool mutex_try(pthread_mutex_t *m)
{
	if (pthread_mutex_trylock(m))
		return false;
	return true;
}

/* The number of an error, but of another one. */
static int mutex_odd(pthread_mutex_t *m)
{
	if (pthread_mutex_trylock(m) != 0)
		return 5;
	return 0;
}

static int mutex_wrong(pthread_mutex_t *m)
{
	if (pthread_mutex_trylock(m) != 0)
		return WRONG;
	return 0;
}

/* What it gives says nothing. */
static int mutex_silent(pthread_mutex_t *m)
{
	if (pthread_mutex_trylock(m) != 0)
		return 1;
	return 1;
}

static void mutex_unlock(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}

static int add(int n)
{
	if (mutex_trylock(&lock))
		return -1;
	total += n;
	mutex_unlock(&lock);
	return n;
}

static int sub(int n)
{
	if (mutex_try(&lock)) {
		total -= n;
		mutex_unlock(&lock);
	} else {
		n = 0;
	}
	return n;
}

/* The result is kept, and read. */
static int kept(int n)
{
	int err = mutex_trylock(&lock);

	if (err)
		return err;
	total += n;
	mutex_unlock(&lock);
	return total;
}

static bool had(int n)
{
	bool has = mutex_try(&lock);

	if (!has)
		return has;
	total += n;
	mutex_unlock(&lock);
	return has;
}

/* EBUSY is 16: not what this one gives. */
static int odd(int n)
{
	if (mutex_odd(&lock) != EBUSY) {
		total += n;
		mutex_unlock(&lock);
	}
	return total;
}

static int wrong(int n)
{
	if (mutex_wrong(&lock) == 0) {
		total += n;
		mutex_unlock(&lock);
	}
	return total;
}

static int silent(int n)
{
	if (mutex_silent(&lock)) {
		total += n;
		mutex_unlock(&lock);
	}
	return total;
}

int main(void)
{
	printf("%d", add(5));
	printf(" %d", sub(2));
	printf(" %d", kept(1));
	printf(" %d", had(7));
	printf(" %d", odd(3));
	printf(" %d", wrong(4));
	printf(" %d\n", silent(9));
	pthread_mutex_lock(&lock);
	printf("%d", add(5));
	printf(" %d", sub(2));
	printf(" %d", kept(1));
	printf(" %d", had(1));
	printf(" %d\n", wrong(4));
	pthread_mutex_unlock(&lock);
	return 0;
}
