#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define TRY(x) do { int r_ = (x); if (r_ != 0) return r_; } while (0)

static rcl_mutex_t nested, also = RCL_RECURSIVE_MUTEX_INITIALIZER(also);
static rcl_mutex_t strict, given, copied;
static int n, checks;

static int check(int r)
{
	checks++;
	return r;
}

struct kept_cs {   /* nested, in.c:23-26 */
	int more;  /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int more = cs->more;
	int rv;

	rv = 0;
	check(rv);
	n += more;
	return 0;
}

/* Who waits for a recursive mutex gets it. */
static int kept(int more)
{
	int rv;

	struct kept_cs cs = { .more = more };
	rcl_exec_anon(&nested, kept_cs, &cs, sizeof(cs));
	rv = 0;
	check(rv);
	return rv;
}

struct left_cs {   /* also, in.c:33-35 */
	int more;  /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	int more = cs->more;

	n += kept(more) + 1;
	return 0;
}

static int left(int more)
{
	struct left_cs cs = { .more = more };
	rcl_exec(&also, left_cs, &cs, sizeof(cs));
	return 0;
}

struct twice_cs {  /* nested, in.c:41-45 */
	int rv;    /* out */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int rv = 0;

	check(rv);
	n += left(2);
	cs->rv = rv;
	return 0;
}

static int twice(void)
{
	int rv;
	struct twice_cs cs;
	rcl_exec(&nested, twice_cs, &cs, sizeof(cs));
	rv = cs.rv;
	return rv;
}

/* These may say that the thread has it already. */
static int by_strict(rcl_mutex_t *mutex)
{
	int rv = rcl_lock(mutex);

	check(rv);
	n++;
	rcl_unlock(mutex);
	return rv;
}

static int strictly(void)
{
	int rv = rcl_lock(&strict);

	check(rv);
	n += by_strict(&strict) == EDEADLK;
	rcl_unlock(&strict);
	return rv;
}

static int as_given(void)
{
	int rv = rcl_lock(&given);

	check(rv);
	n++;
	rcl_unlock(&given);
	return rv;
}

static int as_copied(void)
{
	int rv = rcl_lock(&copied);

	check(rv);
	n++;
	rcl_unlock(&copied);
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
	rcl_mutex_init(&nested, &attributes, nested);
	pthread_mutexattr_destroy(&attributes);
}

/* What others make of attributes, or what they are copies of, is not known. */
static void make_others(void)
{
	pthread_mutexattr_t attributes, others;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	rcl_mutex_init(&strict, &attributes, strict);
	pthread_mutexattr_init(&others);
	make_strict(&others);
	rcl_mutex_init(&given, &others, given);
	pthread_mutexattr_t copy = others;
	rcl_mutex_init(&copied, &copy, copied);
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
