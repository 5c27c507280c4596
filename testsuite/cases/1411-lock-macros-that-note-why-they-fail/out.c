/* Lock functions that note why a lock call has failed before they end the program, in macros perhaps. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct semaphore {
	rcl_mutex_t mutex;
	int taken;
};

static const char *failed;

static void fatal(const char *what)
{
	fprintf(stderr, "%s: %d\n", what, errno);
	exit(1);
}

#define TAKE(m) { int err; if ((err = rcl_lock(m)) != 0) { errno = err; fatal("lock"); exit(1); } }
#define GIVE(m) { int err; if ((err = rcl_unlock(m)) != 0) { errno = err; failed = "unlock"; fatal(failed); } }
#define TAKE_COUNTED(s) { int err; if ((err = rcl_lock(&(s)->mutex)) != 0) { failed = "lock"; abort(); } (s)->taken++; }

static struct semaphore plain = { RCL_MUTEX_INITIALIZER(semaphore_mutex_in), 0 };
static struct semaphore counted = { RCL_MUTEX_INITIALIZER(semaphore_mutex_in_25), 0 };
static struct semaphore checked;
static struct semaphore told;
static int n;

static rcl_mutex_t *plain_mutex(struct semaphore *s)
{
	return &s->mutex;
}

struct add_cs {  /* plain.mutex, in.c:42-45 */
	int k;   /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int k = cs->k;

	n += k;
	k = n;
	cs->k = k;
	return 0;
}

int add(int k)
{
	struct add_cs cs = { .k = k };
	rcl_exec_anon(plain_mutex(&plain), add_cs, &cs, sizeof(cs));
	k = cs.k;
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
	rcl_unlock(&counted.mutex);
	return k;
}

static rcl_mutex_t *checked_mutex(struct semaphore *s)
{
	return &s->mutex;
}

struct twice_cs {  /* checked.mutex, in.c:80-83 */
	int k;     /* out */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int k;

	n *= 2;
	k = n;
	cs->k = k;
	return 0;
}

int twice(void)
{
	int k;

	struct twice_cs cs;
	rcl_exec_anon(checked_mutex(&checked), twice_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

/* this goes on, and its caller sees that */
static void told_lock(struct semaphore *s)
{
	if (rcl_lock(&s->mutex))
		failed = "lock";
}

int half(void)
{
	int k;

	told_lock(&told);
	n /= 2;
	k = n;
	rcl_unlock(&told.mutex);
	return k;
}

int main(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	rcl_mutex_init(&checked.mutex, &attr, semaphore_mutex_main);
	rcl_mutex_init(&told.mutex, &attr, semaphore_mutex_main_112);
	printf("%d %d %d\n", add(7), subtract(2), counted.taken);
	printf("%d %d\n", twice(), half());
	printf("%s\n", failed ? failed : "no");
	if (fflush(stdout) != 0)
		fatal("output");
	return 0;
}
