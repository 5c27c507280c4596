/* Where a section's function goes: behind a heading, which is about all that follows it, before the comment. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

/* ---------------------------------------------------------------------------
 * Counting.
 */

struct add_cs {  /* m, in.c:17-19 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/*
 * Adds to what was counted.
 */
static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
}

/*
 * Reading.
 */

struct total_cs {  /* m, in.c:31-33 */
	int n;     /* out */
};

static int total_cs(void *ctx)
{
	struct total_cs *cs = ctx;
	int n;

	n = count;
	cs->n = n;
	return 0;
}

// what was counted
static int total(void)
{
	int n;

	struct total_cs cs;
	rcl_exec_anon(&m, total_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

/* m, in.c:43-45 */
static int reset_cs(void *ctx)
{
	count = 0;
	return 0;
}

/*
 * Starts again; this comment is one blank line away.
 */

static void reset(void)
{
	rcl_exec_anon(&m, reset_cs, NULL, 0);
}

int main(void)
{
	add(2);
	add(3);
	printf("%d\n", total());
	reset();
	printf("%d\n", total());
	return 0;
}
