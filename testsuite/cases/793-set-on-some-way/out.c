/* What a section sets and nobody reads, or reads only after another value: without a value on some way. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long data;

struct one_cs {    /* m, in.c:9-13 */
	int n;     /* in */
	long **y;  /* by reference */
};

static int one_cs(void *ctx)
{
	struct one_cs *cs = ctx;
	int n = cs->n;
	long **y = cs->y;

	data++;
	if (n & 1)
		*y = &data;
	return 0;
}

static long one(int n)
{
	long *y;
	struct one_cs cs = { .n = n, .y = &y };
	rcl_exec_anon(&m, one_cs, &cs, sizeof(cs));
	return n;
}

struct two_cs {    /* m, in.c:19-26 */
	long **y;  /* by reference */
};

static int two_cs(void *ctx)
{
	struct two_cs *cs = ctx;
	long **y = cs->y;

	data++;
	switch ('x' & 3) {
	case 1:
		*y = &data;
		break;
	}
	return 0;
}

static long two(int n)
{
	long *y;
	struct two_cs cs = { .y = &y };
	rcl_exec_anon(&m, two_cs, &cs, sizeof(cs));
	return n;
}
static void *run(void *a) { long s = 0; for (int i = 0; i < 1000; i++) s += one(i), s += two(i); printf("%ld\n", s); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%ld\n", data); return 0; }

struct three_cs {  /* m, in.c:35-39 */
	int n;     /* in */
	int *err;  /* by reference */
};

static int three_cs(void *ctx)
{
	struct three_cs *cs = ctx;
	int n = cs->n;
	int *err = cs->err;

	data++;
	if (n & 1)
		*err = 1;
	return 0;
}

static long three(int n)
{
	int err;

	struct three_cs cs = { .n = n, .err = &err };
	rcl_exec_anon(&m, three_cs, &cs, sizeof(cs));
	err = n + 2;
	return err;
}

struct four_cs {  /* m, in.c:47-49 */
	int err;  /* out */
};

static int four_cs(void *ctx)
{
	struct four_cs *cs = ctx;
	int err;

	err = data++;
	cs->err = err;
	return 0;
}

static long four(int n)
{
	int err;

	struct four_cs cs;
	rcl_exec_anon(&m, four_cs, &cs, sizeof(cs));
	err = cs.err;
	err = n + 2;
	return err;
}
long more(int n) { return three(n) + four(n); }
