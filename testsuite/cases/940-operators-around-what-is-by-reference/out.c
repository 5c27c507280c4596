/* Variables by reference, with a comment or a line that goes on before ++ or a member, and behind & between two numbers. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct point {
	long x;
	long y;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_mutex_t rows[4] = { [0 ... 3] = RCL_MUTEX_INITIALIZER(rows) };
static long count;

static void twice(long *value, struct point *at)
{
	*value *= 2;
	at->x += *value;
}

struct spliced_cs {        /* m, in.c:25-33 */
	long *n;           /* by reference */
	struct point *at;  /* by reference */
};

static int spliced_cs(void *ctx)
{
	struct spliced_cs *cs = ctx;
	long *n = cs->n;
	struct point *at = cs->at;

	twice(n, at);
	(*n) \
		++;
	count += (*n) \
		--;
	count += (*at) \
		.x;
	return 0;
}

static long spliced(long k)
{
	long n = k;
	struct point at = { k, 1 };

	struct spliced_cs cs = { .n = &n, .at = &at };
	rcl_exec_anon(&m, spliced_cs, &cs, sizeof(cs));
	return n + at.x;
}

struct commented_cs {      /* m, in.c:42-49 */
	long *n;           /* by reference */
	struct point *at;  /* by reference */
};

static int commented_cs(void *ctx)
{
	struct commented_cs *cs = ctx;
	long *n = cs->n;
	struct point *at = cs->at;

	twice(n, at);
	(*n) /* one more */ ++;
	count += (*n)/**/--;
	(*n) // and
		++;
	(*at) /* its */ .y++;
	return 0;
}

static long commented(long k)
{
	long n = k;
	struct point at = { k, 1 };

	struct commented_cs cs = { .n = &n, .at = &at };
	rcl_exec_anon(&m, commented_cs, &cs, sizeof(cs));
	return n + at.y;
}

struct masked_cs {         /* m, in.c:58-64 */
	long k;            /* in */
	long *n;           /* by reference */
	struct point *at;  /* by reference */
};

static int masked_cs(void *ctx)
{
	struct masked_cs *cs = ctx;
	long k = cs->k;
	long *n = cs->n;
	struct point *at = cs->at;

	twice(n, at);
	count += k&(*n);
	count += k &(*n);
	count += k&& *n;
	count += k&-*n&at->x;
	return 0;
}

static long masked(long k)
{
	long n = k;
	struct point at = { k, 1 };

	struct masked_cs cs = { .k = k, .n = &n, .at = &at };
	rcl_exec_anon(&m, masked_cs, &cs, sizeof(cs));
	return n;
}

struct nested_rows_cs {  /* rows[3&n], in.c:75-77 */
	long *n;         /* by reference */
};

static int nested_rows_cs(void *ctx)
{
	struct nested_rows_cs *cs = ctx;
	long *n = cs->n;

	count += *n;
	return 0;
}

struct nested_m_cs {       /* m, in.c:73-78 */
	long *n;           /* by reference */
	struct point *at;  /* by reference */
};

static int nested_m_cs(void *ctx)
{
	struct nested_m_cs *cs = ctx;
	long *n = cs->n;
	struct point *at = cs->at;

	twice(n, at);
	struct nested_rows_cs rows_cs = { .n = n };
	rcl_exec_anon(&rows[3&(*n)], nested_rows_cs, &rows_cs, sizeof(rows_cs));
	return 0;
}

static long nested(long k)
{
	long n = k;
	struct point at = { k, 1 };

	struct nested_m_cs cs = { .n = &n, .at = &at };
	rcl_exec_anon(&m, nested_m_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	long sum = spliced(3) + commented(4) + masked(7) + nested(5);

	printf("%ld %ld\n", sum, count);
	return 0;
}
