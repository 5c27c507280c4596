#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_ERRORCHECK_MUTEX_INITIALIZER(lock);
static int n;

struct push_cs {  /* lock, in.c:11-14 */
	int by;   /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	int by = cs->by;

	n += by;
	return 0;
}

static int push(int by)
{
	struct push_cs cs = { .by = by };
	if (rcl_exec_anon(&lock, push_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct pop_cs {     /* lock, in.c:23-32 */
	int by;     /* in */
	int *left;  /* in */
	int rc;     /* out */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	int by = cs->by;
	int *left = cs->left;
	int rc;

	if (n < by) {
		rc = -2;
		cs->rc = rc;
		return 1;
	}
	n -= by;
	*left = n;
	return 0;
}

/* The error is kept, and the variable used again. */
static int pop(int by, int *left)
{
	int rc;

	struct pop_cs cs = { .by = by, .left = left };
	int way = rcl_exec_anon(&lock, pop_cs, &cs, sizeof(cs));

	if ((rc = way < 0 ? -way : 0))
		goto fail;
	if (way == 1) {
		rc = cs.rc;
		goto fail;
	}
	return 0;
fail:
	return rc;
}

/* lock, in.c:42-48 */
static int reset_cs(void *ctx)
{
	n = 0;
	return 0;
}

static void reset(void)
{
	int rc;

	rc = -rcl_exec_anon(&lock, reset_cs, NULL, 0);
	if (rc != 0) {
		fprintf(stderr, "lock: %d\n", rc);
		abort();
	}
}

struct peek_cs {  /* lock, in.c:55-57 */
	int now;  /* out */
};

static int peek_cs(void *ctx)
{
	struct peek_cs *cs = ctx;
	int now;

	now = n;
	cs->now = now;
	return 0;
}

static int peek(void)
{
	int now = -1;

	struct peek_cs cs;
	if (rcl_exec_anon(&lock, peek_cs, &cs, sizeof(cs)) == 0)
		now = cs.now;
	return now;
}

/* Goes on without the lock: who knows what for. */
static int careless(void)
{
	int now;

	if (rcl_lock(&lock) != 0)
		printf("no lock\n");
	now = n;
	rcl_unlock(&lock);
	return now;
}

struct main_cs {    /* lock, in.c:83-85 */
	int *left;  /* by reference */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int *left = cs->left;

	printf("%d %d %d\n", push(1), pop(1, left) == EDEADLK, peek());
	return 0;
}

int main(void)
{
	int left = 0;

	printf("%d", push(5));
	printf(" %d", pop(2, &left));
	printf(" %d %d", left, pop(20, &left));
	printf(" %d", peek());
	printf(" %d\n", careless());
	struct main_cs cs = { .left = &left };
	rcl_exec(&lock, main_cs, &cs, sizeof(cs));
	reset();
	printf("%d\n", peek());
	return 0;
}
