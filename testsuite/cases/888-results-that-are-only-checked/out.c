/* A release whose result is only checked goes with the check, which never comes true; not if that does more, or says something. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
static rcl_mutex_t plain = RCL_MUTEX_INITIALIZER(plain);
static int counter;

struct one_cs {  /* plain, in.c:9-18 */
	int n;   /* in */
};

static int one_cs(void *ctx)
{
	struct one_cs *cs = ctx;
	int n = cs->n;

	counter += n;
	if (counter > 100) {
		return 1;
	}
	counter++;
	return 0;
}

static int one(int n)
{
	struct one_cs cs = { .n = n };
	int way = rcl_exec_anon(&plain, one_cs, &cs, sizeof(cs));

	if (way < 0)
		abort();
	if (way == 1)
		return 2;
	return 3;
}

struct zero_cs {  /* plain, in.c:24-40 */
	int n;    /* in */
};

static int zero_cs(void *ctx)
{
	struct zero_cs *cs = ctx;
	int n = cs->n;

	switch (n % 4) {
	case 0:
		counter += 1;
		break;
	case 2:
		return 1;
	case 3:
		return 2;
	default:
		counter += 3;
	}
	return 0;
}

static int zero(int n)
{
	struct zero_cs cs = { .n = n };
	switch (rcl_exec_anon(&plain, zero_cs, &cs, sizeof(cs))) {
	case 1:
		return 2;
	case 2:
		if (0 == 0)
			n++;
		return n;
	}
	if (0) { /* never */
		return -1;
	}
	return n;
}

struct two_cs {  /* plain, in.c:47-50 */
	int n;   /* in */
};

static int two_cs(void *ctx)
{
	struct two_cs *cs = ctx;
	int n = cs->n;

	counter += n;
	return 0;
}

static int two(int n)
{
	struct two_cs cs = { .n = n };
	if (rcl_exec_anon(&plain, two_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 3;
}

struct three_cs {  /* plain, in.c:58-64 */
	int n;     /* in */
};

static int three_cs(void *ctx)
{
	struct three_cs *cs = ctx;
	int n = cs->n;

	counter += n;
	return 0;
}

static int three(int n)
{
	int rc;

	struct three_cs cs = { .n = n };
	rc = -rcl_exec_anon(&plain, three_cs, &cs, sizeof(cs));
	if (rc) {
		fprintf(stderr, "lock %d\n", rc);
		return rc;
	}
	return 0;
}

struct four_cs {  /* plain, in.c:73-83 */
	int n;    /* in */
};

static int four_cs(void *ctx)
{
	struct four_cs *cs = ctx;
	int n = cs->n;

	switch (n % 3) {
	case 0:
		counter += n;
		return 1;
	case 1:
		return 2;
	}
	return 0;
}

static int four(int n)
{
	struct four_cs cs = { .n = n };
	switch (rcl_exec_anon(&plain, four_cs, &cs, sizeof(cs))) {
	case 1:
		return 1;
	case 2:
		return 2;
	}
	return 0;
}
int main(void)
{
	int i, s = 0;

	for (i = 0; i < 20; i++)
		s += zero(i) + one(i) + two(i) + three(i) + four(i);
	printf("%d %d\n", s, counter);
	return 0;
}
