/* Branches of an #if that no build compiles, with other brackets than those that are. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FEATURE 1

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), inner = RCL_MUTEX_INITIALIZER(inner);
static long total;

struct twice_m_cs {  /* m, in.c:12-14 */
	long n;      /* in */
};

static int twice_m_cs(void *ctx)
{
	struct twice_m_cs *cs = ctx;
	long n = cs->n;

	total += n;
	return 0;
}

struct twice_inner_cs {  /* inner, in.c:24-26 */
	long n;          /* in-out */
};

static int twice_inner_cs(void *ctx)
{
	struct twice_inner_cs *cs = ctx;
	long n = cs->n;

	n += total;
	cs->n = n;
	return 0;
}

static long twice(long n)
{
	struct twice_m_cs cs = { .n = n };
	rcl_exec_anon(&m, twice_m_cs, &cs, sizeof(cs));
#if FEATURE == 2
	not_compiled(n);
#elif FEATURE
	if (n > 1) {
#else
	{
#endif
	total++;
	}
	struct twice_inner_cs inner_cs = { .n = n };
	rcl_exec_anon(&inner, twice_inner_cs, &inner_cs, sizeof(inner_cs));
	n = inner_cs.n;
	return n;
}

struct inside_cs {  /* m, in.c:32-50 */
	long n;     /* in */
};

static int inside_cs(void *ctx)
{
	struct inside_cs *cs = ctx;
	long n = cs->n;

	if (n > 3) {
		total -= n;
#if FEATURE == 2
		not_compiled(n);
#elif FEATURE
		if (n > 4) {
#else
		{
#endif
		if (n == 6) {
			return 1;
		}
		total++;
		}
	}
	total += n;
	return 0;
}

static long inside(long n)
{
	struct inside_cs cs = { .n = n };
	if (rcl_exec_anon(&m, inside_cs, &cs, sizeof(cs)) == 1) {
		return total;
	}
	return n;
}

int main(void)
{
	printf("%ld %ld ", twice(1), twice(2));
	printf("%ld %ld %ld %ld\n", inside(1), inside(4), inside(5), inside(6));
	printf("%ld\n", total);
	return 0;
}
