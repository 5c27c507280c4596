/* Comments beside lock calls that stand in an #if. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define THREADS 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct said_cs {  /* lock, in.c:12-19 */
	int n;    /* in */
};

static int said_cs(void *ctx)
{
	struct said_cs *cs = ctx;
	int n = cs->n;

	total += n;
	/* the next one */
	return 0;
}

static int said(int n)
{
	struct said_cs cs = { .n = n };
#if THREADS
	/* only one thread at a time */
	rcl_exec_anon(&lock, said_cs, &cs, sizeof(cs));
#else
	said_cs(&cs);
#endif
	return n;
}

struct line_cs {  /* lock, in.c:26-31 */
	int n;    /* in */
};

static int line_cs(void *ctx)
{
	struct line_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int line(int n)
{
	struct line_cs cs = { .n = n };
#if THREADS
	/* mine */
	/* yours */
	rcl_exec_anon(&lock, line_cs, &cs, sizeof(cs));
#else
	line_cs(&cs);
#endif
	return n;
}

struct behind_cs {  /* lock, in.c:38-49 */
	int n;      /* in */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	int n = cs->n;

	if (n > total) {
		return 1;
	}
	total += n;
	return 0;
}

static int behind(int n)
{
	struct behind_cs cs = { .n = n };
	int way;
#if THREADS
	way = rcl_exec_anon(&lock, behind_cs, &cs, sizeof(cs));
#else
	way = behind_cs(&cs);
#endif
	if (way == 1) {
		/* early */
		return -1;
	}
	return n;
}

struct below_cs {  /* lock, in.c:56-70 */
	int n;     /* in */
};

static int below_cs(void *ctx)
{
	struct below_cs *cs = ctx;
	int n = cs->n;

	if (n > total) {
		/* first */
		return 1;
	}
	total += n;
	return 0;
}

static int below(int n)
{
	struct below_cs cs = { .n = n };
	int way;
#if THREADS
	/* done */
	way = rcl_exec_anon(&lock, below_cs, &cs, sizeof(cs));
#else
	way = below_cs(&cs);
#endif
	if (way == 1) {
		/* early */
		/* and out */
		return -1;
	}
	return n;
}

struct tested_cs {  /* lock, in.c:78-86 */
	int n;      /* in */
};

static int tested_cs(void *ctx)
{
	struct tested_cs *cs = ctx;
	int n = cs->n;

	total += n;
	// given back
	return 0;
}

static int tested(int n)
{
	struct tested_cs cs = { .n = n };
#if THREADS
	/* which cannot fail */
	if (rcl_exec_anon(&lock, tested_cs, &cs, sizeof(cs)) < 0)
		return -1;
#else
	tested_cs(&cs);
#endif
	return n;
}

static int result(int n)
{
	int err = 0;

#if THREADS
	/* its result */
	err = rcl_lock(&lock);
#endif
	total += n;
#if THREADS
	/* its result, too */
	err |= rcl_unlock(&lock);
	/* which is 0 */
#endif
	return n + err;
}

struct checked_cs {  /* lock, in.c:110-118 */
	int n;       /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int n = cs->n;

	total += n;
	/* its result, too */
	return 0;
}

static int checked(int n)
{
	struct checked_cs cs = { .n = n };
#if THREADS
	/* its result */
	/* which is 0 */
	rcl_exec_anon(&lock, checked_cs, &cs, sizeof(cs));
#else
	checked_cs(&cs);
#endif
	return n;
}

int main(void)
{
	printf("%d %d %d %d %d %d %d\n", said(1), line(1), behind(-2), below(3), tested(4), result(5), checked(6));
	printf("%d\n", total);
	return 0;
}
