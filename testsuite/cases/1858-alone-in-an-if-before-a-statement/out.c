/* Variables that stand alone in an #if, at once before a statement, and that only sections use. */
#define HAVE_THREADS 1
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sums[4];

#ifdef HAVE_THREADS
struct add_cs {   /* lock, in.c:20-23 */
	long by;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long by = cs->by;
	unsigned int i;

	for (i = 0; i < 4; i++)
		sums[i] += by;
	return 0;
}
#endif

static int add(long by)
{
	short sign;
	if (by == 0)
		return 0;

	sign = by < 0 ? -1 : 1;
#ifdef HAVE_THREADS
	struct add_cs cs = { .by = by };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
#endif
	return sign;
}

struct total_cs {   /* lock, in.c:41-44 */
	int first;  /* in */
	long sum;   /* in-out */
};

static int total_cs(void *ctx)
{
	struct total_cs *cs = ctx;
	int first = cs->first;
	long sum = cs->sum;
	int i;

	for (i = first; i < 4; i++)
		sum += sums[i];
	cs->sum = sum;
	return 0;
}

static long total(int first)
{
	long sum = 0;

#ifdef HAVE_THREADS

#else
	int none;

#endif
	if (first > 3)
		return sum;
	struct total_cs cs = { .first = first, .sum = sum };
	rcl_exec_anon(&lock, total_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

int main(void)
{
	printf("%d %d %d\n", add(3), add(0), add(-1));
	printf("%ld %ld\n", total(0), total(4));
	return 0;
}
