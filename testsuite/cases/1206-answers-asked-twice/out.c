/* An attempt's answer that is asked twice: whether somebody else has the lock, then whether anything else is wrong. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct declared_cs {  /* lock, in.c:12-23 */
	int n;        /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (n == 0) {
		return 1;
	}
	return 0;
}

static int declared(int n)
{
	struct declared_cs cs = { .n = n };
	int way = rcl_tryexec(&lock, declared_cs, &cs, sizeof(cs));
	int rc = way < 0 ? -way : 0;

	if (rc == EBUSY)
		return -1;
	if (rc)
		abort();
	if (way == 1)
		return 5;
	return 0;
}

struct assigned_cs {  /* lock, in.c:31-43 */
	int n;        /* in */
};

static int assigned_cs(void *ctx)
{
	struct assigned_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	return 0;
}

static int assigned(int n)
{
	int rc, ok = 1;

	struct assigned_cs cs = { .n = n };
	rc = -rcl_tryexec(&lock, assigned_cs, &cs, sizeof(cs));
	if (rc == EBUSY) {
		printf("busy\n");
		return 1;
	}
	if (rc != 0) { /* never */
		fprintf(stderr, "trylock: %d\n", rc);
		ok = 0;
	}
	if (0 != rc)
		exit(1);
	return rc + ok;
}

struct read_in_it_cs {  /* lock, in.c:49-57 */
	int n;          /* in */
	int rc;         /* in */
};

static int read_in_it_cs(void *ctx)
{
	struct read_in_it_cs *cs = ctx;
	int n = cs->n;
	int rc = cs->rc;

	total += n + rc;
	if (rc)
		abort();
	total++;
	return 0;
}

static int read_in_it(int n)
{
	struct read_in_it_cs cs = { .n = n, .rc = 0 };
	int rc = -rcl_tryexec(&lock, read_in_it_cs, &cs, sizeof(cs));
	if (rc == EBUSY)
		return -1;
	return 0;
}

static int goes_on(int n)
{
	int rc = rcl_trylock(&lock);

	if (rc == EBUSY)
		n = 0;
	if (rc)
		return n;
	total += n;
	rcl_unlock(&lock);
	return total;
}

static int two_ways(int n)
{
	int rc = rcl_trylock(&lock);

	if (rc == EBUSY)
		goto busy;
	if (rc) {
busy:
		return -rc;
	}
	total += n;
	rcl_unlock(&lock);
	return n;
}

struct main_cs {  /* lock, in.c:96-102 */
	int n;    /* out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int n;

	n = declared(3);
	n = n * 10 + assigned(1);
	n = n * 10 + read_in_it(2);
	n = n * 10 + goes_on(2);
	n = n * 10 - (two_ways(2) == -EBUSY);
	cs->n = n;
	return 0;
}

int main(void)
{
	int n;

	printf("%d %d\n", declared(3), declared(0));
	printf("%d %d\n", assigned(1), read_in_it(4));
	printf("%d %d\n", goes_on(1), two_ways(2));
	struct main_cs cs;
	rcl_exec(&lock, main_cs, &cs, sizeof(cs));
	n = cs.n;
	printf("%d %d\n", n, total);
	return 0;
}
