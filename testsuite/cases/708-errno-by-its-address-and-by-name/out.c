/* What a section writes to errno by an address that its function has taken before, and what it does to errno by name,
   are the same errno. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long sum;

struct both_cs {     /* m, in.c:15-18 */
	int n;       /* in */
	int *error;  /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int n = cs->n;
	int *error = cs->error;

	*error = n + errno;
	sum += errno;
	return 0;
}

static int both(int n)
{
	int *error = &errno;

	errno = 3;
	struct both_cs cs = { .n = n, .error = error };
	rcl_exec(&m, both_cs, &cs, sizeof(cs));
	return errno;
}

/* m, in.c:25-27 */
static int named_cs(void *ctx)
{
	sum += errno++;
	return 0;
}

static int named(int n)
{
	errno = n;
	rcl_exec(&m, named_cs, NULL, 0);
	return errno;
}

int main(void)
{
	printf("%d\n", both(4));
	printf("%d\n", named(5));
	printf("%ld\n", sum);
	return 0;
}
