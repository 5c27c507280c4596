/* A variable that only the section needs goes there, but not what its declaration does besides. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define DRAW drawn++

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared = 3, drawn;

struct assigned_cs {  /* lock, in.c:15-19 */
	int l;        /* in */
};

static int assigned_cs(void *ctx)
{
	struct assigned_cs *cs = ctx;
	int k;
	int l = cs->l;

	k = shared;
	l = k + 1;
	shared = l;
	return 0;
}

static int assigned(int n)
{
	int other = n;
	int l = other = 7;

	struct assigned_cs cs = { .l = l };
	rcl_exec_anon(&lock, assigned_cs, &cs, sizeof(cs));
	return other;
}

struct by_a_macro_cs {  /* lock, in.c:27-30 */
	int n;          /* in */
	int k;          /* in */
};

static int by_a_macro_cs(void *ctx)
{
	struct by_a_macro_cs *cs = ctx;
	int n = cs->n;
	int k = cs->k;

	k = shared + n;
	shared = k;
	return 0;
}

static int by_a_macro(int n)
{
	int k = DRAW;

	struct by_a_macro_cs cs = { .n = n, .k = k };
	rcl_exec_anon(&lock, by_a_macro_cs, &cs, sizeof(cs));
	return drawn;
}

struct added_cs {  /* lock, in.c:38-41 */
	int k;     /* in */
};

static int added_cs(void *ctx)
{
	struct added_cs *cs = ctx;
	int k = cs->k;

	k = shared;
	shared = k + 1;
	return 0;
}

static int added(int n)
{
	int sum = n, k = sum += 2;

	struct added_cs cs = { .k = k };
	rcl_exec_anon(&lock, added_cs, &cs, sizeof(cs));
	return sum;
}

/* lock, in.c:50-53 */
static int plain_cs(void *ctx)
{
	int k;

	k = shared;
	shared = k + 1;
	return 0;
}

/* this one does nothing */
static int plain(int n)
{
	int l = n;

	rcl_exec_anon(&lock, plain_cs, NULL, 0);
	return l;
}

int main(void)
{
	for (int n = 1; n < 4; n++)
		printf("%d %d %d %d\n", assigned(n), by_a_macro(n), added(n), plain(n));
	printf("%d\n", shared);
	return 0;
}
