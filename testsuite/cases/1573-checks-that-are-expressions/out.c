/* Lock calls whose results are only checked by an expression: what it does where a call fails goes with the call. Not
 * where it does something where the call succeeds, or gives a value. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, locked;

static int die(void)
{
	abort();
}

struct or_cs {  /* lock, in.c:17-19 */
	int n;  /* in */
};

static int or_cs(void *ctx)
{
	struct or_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int or(int n)
{
	struct or_cs cs = { .n = n };
	rcl_exec_anon(&lock, or_cs, &cs, sizeof(cs));
	return n;
}

struct and_cs {  /* lock, in.c:25-31 */
	int n;   /* in */
};

static int and_cs(void *ctx)
{
	struct and_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (total > 100) {
		return 1;
	}
	return 0;
}

static int and(int n)
{
	struct and_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, and_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return n;
}

struct asked_cs {  /* lock, in.c:37-39 */
	int n;     /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int asked(int n)
{
	struct asked_cs cs = { .n = n };
	rcl_exec_anon(&lock, asked_cs, &cs, sizeof(cs));
	return n;
}

struct counted_cs {  /* lock, in.c:45-47 */
	int n;       /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	0 || locked++;
	total += n;
	return 0;
}

static int counted(int n)
{
	struct counted_cs cs = { .n = n };
	rcl_exec_anon(&lock, counted_cs, &cs, sizeof(cs));
	0 ? abort() : (void)locked--;
	return n;
}

struct valued_cs {  /* lock, in.c:54-55 */
	int n;      /* in */
};

static int valued_cs(void *ctx)
{
	struct valued_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int valued(int n)
{
	int done = ({
		struct valued_cs cs = { .n = n };
		rcl_exec_anon(&lock, valued_cs, &cs, sizeof(cs));
		rcl_unlock(&lock) || die();
	});

	return done + n;
}

struct compared_cs {  /* lock, in.c:65-66 */
	int n;        /* in */
};

static int compared_cs(void *ctx)
{
	struct compared_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int compared(int n)
{
	int done = ({
		struct compared_cs cs = { .n = n };
		rcl_exec_anon(&lock, compared_cs, &cs, sizeof(cs));
		rcl_unlock(&lock) == 0;
	});

	return done + n;
}

int main(void)
{
	printf("%d %d %d\n", or(1), and(2), and(200));
	printf("%d\n", asked(3));
	(void)counted;
	(void)valued;
	printf("%d %d %d\n", compared(4), total, locked);
	return 0;
}
