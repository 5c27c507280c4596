/* What stands in an #if, which the only build compiles: another one neither declares nor uses it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared = 7;

static int twice(int n)
{
	return 2 * n;
}

static void halve(int *n)
{
	*n /= 2;
}

struct called_cs {       /* m, in.c:32-42 */
	int n;           /* in */
	int result;      /* out */
#ifndef STATIC
	int (*op)(int);  /* in */
#endif
#ifndef QUIET
	int before;      /* out */
#endif
};

static int called_cs(void *ctx)
{
	struct called_cs *cs = ctx;
	int n = cs->n;
	int result;
#ifndef STATIC
	int (*op)(int) = cs->op;
#endif
#ifndef QUIET
	int before;
#endif

#ifndef STATIC
	result = op ? (*op)(n) : n;
#else
	result = twice(n);
#endif
	shared += result;
#ifndef QUIET
	before = shared;
#endif
	cs->result = result;
#ifndef QUIET
	cs->before = before;
#endif
	return 0;
}

/* handed in, and another one handed out */
static int called(int n)
{
	int result;
#ifndef STATIC
	int (*op)(int) = NULL;

	if (n > 1)
		op = twice;
#endif
#ifndef QUIET
	int before;
#endif

	struct called_cs cs = {
		.n = n,
#ifndef STATIC
		.op = op,
#endif
	};
	rcl_exec_anon(&m, called_cs, &cs, sizeof(cs));
	result = cs.result;
#ifndef QUIET
	before = cs.before;
#endif
#ifndef QUIET
	printf("%d\n", before);
#endif
	return result;
}

struct by_reference_cs {  /* m, in.c:59-69 */
	int n;            /* in-out */
#ifndef STATIC
	int *by;          /* by reference */
#endif
#ifndef STATIC
#ifndef QUIET
	int *more;        /* by reference */
#endif
#endif
};

static int by_reference_cs(void *ctx)
{
	struct by_reference_cs *cs = ctx;
	int n = cs->n;
#ifndef STATIC
	int *by = cs->by;
#endif
#ifndef STATIC
#ifndef QUIET
	int *more = cs->more;
#endif
#endif

#ifndef STATIC
	halve(by);
	shared += *by;
#ifndef QUIET
	halve(more);
	shared += *more;
#endif
#endif
	n += shared;
	cs->n = n;
	return 0;
}

/* by reference, in an #if in another one */
static int by_reference(int n)
{
#ifndef STATIC
	int by = n;
#ifndef QUIET
	int more = by;
#endif
#endif

	struct by_reference_cs cs = {
		.n = n,
#ifndef STATIC
		.by = &by,
#endif
#ifndef STATIC
#ifndef QUIET
		.more = &more,
#endif
#endif
	};
	rcl_exec_anon(&m, by_reference_cs, &cs, sizeof(cs));
	n = cs.n;
#ifndef STATIC
	n += by;
#ifndef QUIET
	n += more;
#endif
#endif
	return n;
}

struct otherwise_cs {  /* m, in.c:93-96 */
	int n;         /* in */
	int by;        /* in */
	int other;     /* in-out */
};

static int otherwise_cs(void *ctx)
{
	struct otherwise_cs *cs = ctx;
	int n = cs->n;
	int by = cs->by;
	int other = cs->other;

	shared += by + n;
	other += shared;
	cs->other = other;
	return 0;
}

/* what other builds may have otherwise */
static int otherwise(int n)
{
#ifdef STATIC
	long by = n;
#else
	int by = 2 * n;
#endif
#ifndef QUIET
	int other = by;
#else
	int other = 3;
#endif

	struct otherwise_cs cs = { .n = n, .by = by, .other = other };
	rcl_exec_anon(&m, otherwise_cs, &cs, sizeof(cs));
	other = cs.other;
	return other;
}

struct alone_cs {  /* m, in.c:107-112 */
	int by;    /* in */
};

static int alone_cs(void *ctx)
{
	struct alone_cs *cs = ctx;
	int by = cs->by;

#ifndef STATIC
	shared += by;
#endif
	shared++;
	return 0;
}

/* nothing else is handed over */
static int alone(void)
{
#ifndef STATIC
	int by = twice(3);
#endif

	struct alone_cs cs = { .by = by };
	rcl_exec_anon(&m, alone_cs, &cs, sizeof(cs));
	return shared;
}

#ifndef STATIC
#ifndef QUIET
struct all_cs {    /* m, in.c:125-127 */
	int by;    /* in */
	int more;  /* in */
};

static int all_cs(void *ctx)
{
	struct all_cs *cs = ctx;
	int by = cs->by;
	int more = cs->more;

	shared += by + more;
	return 0;
}
#endif

/* all of it stands there */
static int all(int n)
{
	int by = n;

#ifndef QUIET
	int more = 3;

	struct all_cs cs = { .by = by, .more = more };
	rcl_exec_anon(&m, all_cs, &cs, sizeof(cs));
#endif
	return by;
}
#else
#define all(n) (n)
#endif

int main(void)
{
	for (int i = 0; i < 4; i++) {
		printf("%d %d ", called(i), by_reference(i));
		printf("%d %d %d\n", otherwise(i), alone(), all(i));
	}
	return 0;
}
