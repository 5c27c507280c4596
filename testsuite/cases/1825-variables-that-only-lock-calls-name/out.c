/* Variables that only lock calls name: where these go, they do, unless a macro uses them unseen. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(n) printf("%s: %d\n", diag, (n))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, left;

struct add_cs {  /* lock, in.c:37-39 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

struct twice_lock_1_cs {  /* lock, in.c:47-49 */
	int n;            /* in */
};

static int twice_lock_1_cs(void *ctx)
{
	struct twice_lock_1_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

struct twice_lock_2_cs {  /* lock, in.c:50-56 */
	int r;            /* out */
};

static int twice_lock_2_cs(void *ctx)
{
	struct twice_lock_2_cs *cs = ctx;
	int r;

	if (left > 9) {
		return 1;
	}
	r = ++left;
	cs->r = r;
	return 0;
}

static int twice(int n)
{
	int r;

	struct twice_lock_1_cs cs = { .n = n };
	rcl_exec_anon(&lock, twice_lock_1_cs, &cs, sizeof(cs));
	struct twice_lock_2_cs lock_2_cs;
	if (rcl_exec_anon(&lock, twice_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs)) == 1) {
		return 0;
	}
	r = lock_2_cs.r;
	return r;
}

struct told_cs {           /* lock, in.c:65-68 */
	int n;             /* in */
	const char *diag;  /* by reference */
};

static int told_cs(void *ctx)
{
	struct told_cs *cs = ctx;
	int n = cs->n;
	const char *diag = cs->diag;

	total += n;
	printf("%s: %d\n", diag, total);
	return 0;
}

/* It says its name in the section, or through a macro. */
static void told(int n)
{
	static const char diag[] = "told";

	struct told_cs cs = { .n = n, .diag = diag };
	rcl_exec(&lock, told_cs, &cs, sizeof(cs));
}

struct says_cs {  /* lock, in.c:75-77 */
	int n;    /* in */
};

static int says_cs(void *ctx)
{
	struct says_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void says(int n)
{
	static const char diag[] = "says";

	struct says_cs cs = { .n = n };
	rcl_exec_anon(&lock, says_cs, &cs, sizeof(cs));
	SAY(n);
}

int main(void)
{
	add(1);
	told(twice(2));
	says(3);
	printf("%d %d\n", total, left);
	return 0;
}
