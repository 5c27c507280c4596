/* A lock call that stands alone in the branch of a condition, and whose failure leaves. Not where its result is kept,
 * or with an else; where the branch does more, that alone goes. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, threaded;

#define FAIL(code, text) do { fprintf(stderr, "%s\n", text); return code; } while (0)

struct one_line_cs {  /* lock, in.c:14-16 */
	int n;        /* in */
};

static int one_line_cs(void *ctx)
{
	struct one_line_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int one_line(int n)
{
	struct one_line_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, one_line_cs, &cs, sizeof(cs)) : one_line_cs(&cs);

	if (way < 0) FAIL(2, "lock");
	return 0;
}

struct braced_cs {  /* lock, in.c:22-38 */
	int n;      /* in */
};

static int braced_cs(void *ctx)
{
	struct braced_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (total > 5) {
		return 1;
	}
	return 0;
}

static int braced(int n)
{
	struct braced_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, braced_cs, &cs, sizeof(cs)) : braced_cs(&cs);

	if (way < 0) {
		fprintf(stderr, "no lock\n");
		return -1;
	}
	if (way == 1)
		return total;
	return 0;
}

struct bare_cs {  /* lock, in.c:48-54 */
	int n;    /* in */
	int sum;  /* out */
};

static int bare_cs(void *ctx)
{
	struct bare_cs *cs = ctx;
	int n = cs->n;
	int sum;

	total += n;
	sum = total;
	cs->sum = sum;
	return 0;
}

static int bare(int n)
{
	int sum;

	struct bare_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, bare_cs, &cs, sizeof(cs)) : bare_cs(&cs);

	if (way < 0)
		return -1;
	sum = cs.sum;
	return sum;
}

struct conditional_cs {  /* lock, in.c:60-69 */
	int n;           /* in */
};

static int conditional_cs(void *ctx)
{
	struct conditional_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int conditional(int n)
{
	struct conditional_cs cs = { .n = n };
#ifndef SINGLE
	int way = threaded
			? rcl_exec_anon(&lock, conditional_cs, &cs, sizeof(cs))
			: conditional_cs(&cs);
	if (way < 0)
		return -1;
#else
	conditional_cs(&cs);
#endif
	return 0;
}

struct kept_cs {  /* lock, in.c:78-84 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int kept(int n)
{
	int error;

	struct kept_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, kept_cs, &cs, sizeof(cs)) : kept_cs(&cs);

	if ((error = way < 0 ? -way : 0) != 0)
		return error;
	return 0;
}

/* lock, in.c:93-99 */
static int more_cs(void *ctx)
{
	total++;
	return RCL_KEEP;
}

static int more(int n)
{
	if (threaded) {
		if (rcl_exec_anon(&lock, more_cs, NULL, 0) < 0)
			return -1;
	}
	total += n;
	if (threaded)
		rcl_unlock(&lock);
	return 0;
}

static int in_else(int n)
{
	if (threaded) {
		if (rcl_lock(&lock) != 0)
			return -1;
		else
			total++;
	}
	total += n;
	if (threaded)
		rcl_unlock(&lock);
	return 0;
}

int main(void)
{
	printf("%d %d %d %d %d %d %d\n", one_line(1), braced(2), bare(3), conditional(1), kept(1), more(1), in_else(1));
	threaded = 1;
	printf("%d %d %d %d %d %d %d\n", one_line(1), braced(2), bare(3), conditional(1), kept(1), more(1), in_else(1));
	printf("%d\n", total);
	return 0;
}
