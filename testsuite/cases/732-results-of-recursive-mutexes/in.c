#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#define TRY(x) do { int r_ = (x); if (r_ != 0) return r_; } while (0)

static pthread_mutex_t nested, also = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t strict, given, copied;
static int n, checks;

static int check(int r)
{
	checks++;
	return r;
}

/* Who waits for a recursive mutex gets it. */
static int kept(int more)
{
	int rv;

	rv = pthread_mutex_lock(&nested);
	check(rv);
	n += more;
	rv = pthread_mutex_unlock(&nested);
	check(rv);
	return rv;
}

static int left(int more)
{
	TRY(pthread_mutex_lock(&also));
	n += kept(more) + 1;
	TRY(pthread_mutex_unlock(&also));
	return 0;
}

static int twice(void)
{
	int rv = pthread_mutex_lock(&nested);

	check(rv);
	n += left(2);
	pthread_mutex_unlock(&nested);
	return rv;
}

/* These may say that the thread has it already. */
static int by_strict(pthread_mutex_t *mutex)
{
	int rv = pthread_mutex_lock(mutex);

	check(rv);
	n++;
	pthread_mutex_unlock(mutex);
	return rv;
}

static int strictly(void)
{
	int rv = pthread_mutex_lock(&strict);

	check(rv);
	n += by_strict(&strict) == EDEADLK;
	pthread_mutex_unlock(&strict);
	return rv;
}

static int as_given(void)
{
	int rv = pthread_mutex_lock(&given);

	check(rv);
	n++;
	pthread_mutex_unlock(&given);
	return rv;
}

static int as_copied(void)
{
	int rv = pthread_mutex_lock(&copied);

	check(rv);
	n++;
	pthread_mutex_unlock(&copied);
	return rv;
}

static void make_strict(pthread_mutexattr_t *attributes)
{
	pthread_mutexattr_settype(attributes, PTHREAD_MUTEX_ERRORCHECK);
}

static void make_nested(void)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&nested, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

/* What others make of attributes, or what they are copies of, is not known. */
static void make_others(void)
{
	pthread_mutexattr_t attributes, others;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&strict, &attributes);
	pthread_mutexattr_init(&others);
	make_strict(&others);
	pthread_mutex_init(&given, &others);
	pthread_mutexattr_t copy = others;
	pthread_mutex_init(&copied, &copy);
}

int main(void)
{
	make_nested();
	make_others();
	printf("%d %d", kept(1), left(2));
	printf(" %d", twice());
	printf(" %d", strictly());
	printf(" %d %d", as_given(), as_copied());
	printf(" %d %d\n", n, checks);
	return 0;
}
