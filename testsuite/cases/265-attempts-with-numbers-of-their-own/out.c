#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum result { FINE = 0, BUSY = -16, WRONG = 16 };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

/* As in libuv. */
static int mutex_trylock(rcl_mutex_t *m)
{
	int err;

	err = rcl_trylock(m);
	if (err) {
		if (err != EBUSY && err != EAGAIN)
			abort();
		return BUSY;
	}
	return FINE;
}

/* The number of an error, but of another one. */
static int mutex_odd(rcl_mutex_t *m)
{
	if (rcl_trylock(m) != 0)
		return 5;
	return 0;
}

/* What it gives says nothing. */
static int mutex_silent(rcl_mutex_t *m)
{
	if (rcl_trylock(m) != 0)
		return 1;
	return 1;
}

static void mutex_unlock(rcl_mutex_t *m)
{
	rcl_unlock(m);
}

struct add_cs {  /* lock, in.c:63-66 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_tryexec(&lock, add_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

struct sub_cs {  /* lock, in.c:72-74 */
	int n;   /* in */
};

static int sub_cs(void *ctx)
{
	struct sub_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	return 0;
}

static int sub(int n)
{
	struct sub_cs cs = { .n = n };
	if (rcl_tryexec(&lock, sub_cs, &cs, sizeof(cs)) < 0) {
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

struct had_cs {  /* lock, in.c:95-100 */
	int n;   /* in */
};

static int had_cs(void *ctx)
{
	struct had_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static bool had(int n)
{
	struct had_cs cs = { .n = n };
	bool has = rcl_tryexec(&lock, had_cs, &cs, sizeof(cs)) >= 0;
	if (!has)
		return has;
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

struct wrong_cs {  /* lock, in.c:116-118 */
	int n;     /* in */
};

static int wrong_cs(void *ctx)
{
	struct wrong_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int wrong(int n)
{
	struct wrong_cs cs = { .n = n };
	rcl_tryexec(&lock, wrong_cs, &cs, sizeof(cs));
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

/* lock, in.c:141-147 */
static int main_cs(void *ctx)
{
	printf("%d", add(5));
	printf(" %d", sub(2));
	printf(" %d", kept(1));
	printf(" %d", had(1));
	printf(" %d\n", wrong(4));
	return 0;
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
	rcl_exec(&lock, main_cs, NULL, 0);
	return 0;
}
