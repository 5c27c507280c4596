/* Lock functions that return at once where their lock call has failed, in some of the ways to write that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

/* it may return before, too */
static int lock_some(rcl_mutex_t *x, int n)
{
	if (n < 0)
		return 0;
	if (rcl_lock(x) != 0)
		return -1;
	return 0;
}

struct returning_cs {  /* m, in.c:68-71 */
	int n;         /* in */
};

static int returning_cs(void *ctx)
{
	struct returning_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int returning(int n)
{
	struct returning_cs cs = { .n = n };
	if (rcl_exec_anon(&m, returning_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

struct truly_cs {  /* m, in.c:78-81 */
	int n;     /* in */
};

static int truly_cs(void *ctx)
{
	struct truly_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int truly(int n)
{
	struct truly_cs cs = { .n = n };
	if (rcl_exec_anon(&m, truly_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

struct choosing_cs {  /* m, in.c:89-92 */
	int n;        /* in */
};

static int choosing_cs(void *ctx)
{
	struct choosing_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int choosing(int n)
{
	int r;

	struct choosing_cs cs = { .n = n };
	if ((r = -rcl_exec_anon(&m, choosing_cs, &cs, sizeof(cs))) != 0)
		return r;
	r = 0;
	return n + r;
}

struct keeping_cs {  /* m, in.c:98-103 */
	int n;       /* in */
};

static int keeping_cs(void *ctx)
{
	struct keeping_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int keeping(int n)
{
	struct keeping_cs cs = { .n = n };
	int r = -rcl_exec_anon(&m, keeping_cs, &cs, sizeof(cs));
	if (r < 0)
		return r;
	return r + n;
}

struct negating_cs {  /* m, in.c:109-112 */
	int n;        /* in-out */
};

static int negating_cs(void *ctx)
{
	struct negating_cs *cs = ctx;
	int n = cs->n;

	count += n;
	n = count;
	cs->n = n;
	return 0;
}

static int negating(int n)
{
	struct negating_cs cs = { .n = n };
	if (rcl_exec_anon(&m, negating_cs, &cs, sizeof(cs)) == 0)
		n = cs.n;
	return n;
}

static int some(int n)
{
	if (lock_some(&m, n) != 0)
		return -1;
	count += n;
	if (n >= 0)
		rcl_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d\n", returning(1), truly(2));
	printf("%d %d\n", choosing(3), keeping(4));
	printf("%d %d %d\n", negating(5), some(6), some(-1));
	printf("%d\n", count);
	return 0;
}
