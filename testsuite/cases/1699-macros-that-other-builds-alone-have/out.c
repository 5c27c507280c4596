/* Macros that only other builds define, and that change what they are given there, or bind it closer than a pointer. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef COUNTING
#define COUNT(n) ((n)++)
#define NEXT(n) n++
#define TWICE(n) COUNT(n); COUNT(n)
#define NAMED(n) fprintf(stderr, "%s %ld\n", #n, n)
#endif

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total;

struct add_cs {      /* lock, in.c:19-26 */
	long n;      /* in */
	long steps;  /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;
	long steps = cs->steps;

	total += n;
#if defined(QUIET)
	total--;
#elif defined(COUNTING)
	COUNT(steps);
#endif
	cs->steps = steps;
	return 0;
}

static long add(long n)
{
	long steps = n;

	struct add_cs cs = { .n = n, .steps = steps };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	steps = cs.steps;
	return steps;
}

struct next_cs {     /* lock, in.c:34-39 */
	long n;      /* in */
	long steps;  /* in-out */
};

static int next_cs(void *ctx)
{
	struct next_cs *cs = ctx;
	long n = cs->n;
	long steps = cs->steps;

	total += n;
#ifdef COUNTING
	NEXT(steps);
#endif
	cs->steps = steps;
	return 0;
}

static long next(long n)
{
	long steps = n;

	struct next_cs cs = { .n = n, .steps = steps };
	rcl_exec_anon(&lock, next_cs, &cs, sizeof(cs));
	steps = cs.steps;
	return steps;
}

struct both_cs {      /* lock, in.c:47-53 */
	long n;       /* in */
#ifdef COUNTING
	long *steps;  /* by reference */
#endif
	long seen;    /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	long n = cs->n;
#ifdef COUNTING
	long *steps = cs->steps;
#endif
	long seen = cs->seen;

	total += n;
#ifdef COUNTING
	TWICE(*steps);
	NAMED(seen);
#endif
	(void)seen;
	return 0;
}

static long both(long n)
{
	long steps = n, seen = n;

	struct both_cs cs = {
		.n = n,
#ifdef COUNTING
		.steps = &steps,
#endif
		.seen = seen,
	};
	rcl_exec_anon(&lock, both_cs, &cs, sizeof(cs));
	return steps + seen;
}

int main(void)
{
	printf("%ld %ld %ld %ld\n", add(1), next(2), both(3), total);
	return 0;
}
