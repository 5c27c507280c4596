#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

struct box {
	rcl_mutex_t lock;
	int n;
};

static struct box box = { RCL_MUTEX_INITIALIZER(box_lock_in), 1 }, late = { RCL_MUTEX_INITIALIZER(box_lock_in_12), 1 };
static rcl_mutex_t strict = RCL_ERRORCHECK_MUTEX_INITIALIZER(strict);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static rcl_mutex_t third = RCL_MUTEX_INITIALIZER(third);
static int checks, n;

static int check(int r)
{
	checks += 1 + 10 * r;
	return r;
}

static rcl_mutex_t *take_mutex(struct box *b)
{
	return &b->lock;
}

struct both_box_1_cs {  /* box.lock, in.c:44-47 */
	int more;       /* in */
};

static int both_box_1_cs(void *ctx)
{
	struct both_box_1_cs *cs = ctx;
	int more = cs->more;
	int rv;

	rv = 0;
	check(rv);
	box.n += more;
	return 0;
}

/* box.lock, in.c:49-52 */
static int both_box_2_cs(void *ctx)
{
	box.n++;
	return 0;
}

static int both(int more)
{
	int rv;

	struct both_box_1_cs cs = { .more = more };
	rcl_exec_anon(take_mutex(&box), both_box_1_cs, &cs, sizeof(cs));
	rv = 0;
	check(rv);
	if (rcl_exec_anon(take_mutex(&box), both_box_2_cs, NULL, 0) < 0)
		return -1;
	return 0;
}

/* This one gives something else: so its caller's result stays what it is. */
static int take_other(void)
{
	int rv = 5;

	rv += rcl_lock(&other);
	return rv;
}

static int keeps_other(void)
{
	int rv = take_other();

	check(rv);
	n++;
	rcl_unlock(&other);
	return rv;
}

static int take_third(void)
{
	int rv = rcl_lock(&third);

	rv = rv ? rv : 7;
	return rv;
}

static int keeps_third(void)
{
	int rv = take_third();

	check(rv);
	n++;
	rcl_unlock(&third);
	return rv;
}

struct keeps_late_cs {  /* late.lock, in.c:102-106 */
	int rv;         /* out */
};

static int keeps_late_cs(void *ctx)
{
	struct keeps_late_cs *cs = ctx;
	int rv = 0;

	check(rv);
	late.n++;
	cs->rv = rv;
	return 0;
}

static int keeps_late(void)
{
	int rv;
	struct keeps_late_cs cs;
	rcl_exec_anon(&late.lock, keeps_late_cs, &cs, sizeof(cs));
	rv = cs.rv;
	check(0);
	return rv;
}

static int take_strict(void)
{
	int rv = rcl_lock(&strict);

	return rv;
}

static int twice(void)
{
	int rv = take_strict();

	check(rv);
	rv = take_strict();
	check(rv == EDEADLK);
	n++;
	rcl_unlock(&strict);
	return rv == EDEADLK;
}

int main(void)
{
	printf("%d %d", both(2), keeps_other());
	printf(" %d %d %d\n", keeps_third(), keeps_late(), twice());
	printf("%d %d %d %d\n", box.n, late.n, n, checks);
	return 0;
}
