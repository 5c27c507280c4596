#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct box {
	pthread_mutex_t lock;
	int n;
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 1 }, late = { PTHREAD_MUTEX_INITIALIZER, 1 };
static pthread_mutex_t strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t third = PTHREAD_MUTEX_INITIALIZER;
static int checks, n;

static int check(int r)
{
	checks += 1 + 10 * r;
	return r;
}

/* These give back what the call gives. */
static int take(struct box *b)
{
	int rv;

	rv = pthread_mutex_lock(&b->lock);
	return rv;
}

static int give(struct box *b)
{
	int rv = (pthread_mutex_unlock(&b->lock));

	return rv;
}

static int both(int more)
{
	int rv;

	rv = take(&box);
	check(rv);
	box.n += more;
	rv = give(&box);
	check(rv);
	if (take(&box) != 0)
		return -1;
	box.n++;
	return give(&box);
}

/* This one gives something else: so its caller's result stays what it is. */
static int take_other(void)
{
	int rv = 5;

	rv += pthread_mutex_lock(&other);
	return rv;
}

static int keeps_other(void)
{
	int rv = take_other();

	check(rv);
	n++;
	pthread_mutex_unlock(&other);
	return rv;
}

static int take_third(void)
{
	int rv = pthread_mutex_lock(&third);

	rv = rv ? rv : 7;
	return rv;
}

static int keeps_third(void)
{
	int rv = take_third();

	check(rv);
	n++;
	pthread_mutex_unlock(&third);
	return rv;
}

/* A truth is no error's number. */
static int take_late(void)
{
	bool failed = pthread_mutex_lock(&late.lock);

	return failed;
}

static int keeps_late(void)
{
	int rv = take_late();

	check(rv);
	late.n++;
	check(give(&late));
	return rv;
}

static int take_strict(void)
{
	int rv = pthread_mutex_lock(&strict);

	return rv;
}

static int twice(void)
{
	int rv = take_strict();

	check(rv);
	rv = take_strict();
	check(rv == EDEADLK);
	n++;
	pthread_mutex_unlock(&strict);
	return rv == EDEADLK;
}

int main(void)
{
	printf("%d %d", both(2), keeps_other());
	printf(" %d %d %d\n", keeps_third(), keeps_late(), twice());
	printf("%d %d %d %d\n", box.n, late.n, n, checks);
	return 0;
}
