/* A lock call whose argument is one of two in an #if stays where it is, and its section with it; the others of its
 * function do not. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t fast = RCL_MUTEX_INITIALIZER(fast);
static rcl_mutex_t slow = RCL_MUTEX_INITIALIZER(slow);
static int total;

struct add_cs {   /* slow, in.c:29-31 */
	int sum;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int sum = cs->sum;

	total += sum;
	return 0;
}

static int add(int n)
{
	int sum = n;

	rcl_lock(
#ifdef FAST
		&fast
#else
		&slow
#endif
	);
	sum += total++;
	rcl_unlock(
#ifdef FAST
		&fast
#else
		&slow
#endif
	);
	struct add_cs cs = { .sum = sum };
	rcl_exec_anon(&slow, add_cs, &cs, sizeof(cs));
	return sum;
}

int main(void)
{
	printf("%d\n", add(1) + add(2));
	return 0;
}
