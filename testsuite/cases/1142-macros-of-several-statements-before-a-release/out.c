/* A macro of several statements before a release: what follows that needs no braces. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define COUNT_TWICE(x) seen += x; seen *= 2

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, seen;

struct before_cs {  /* m, in.c:14-22 */
	int n;      /* in */
};

static int before_cs(void *ctx)
{
	struct before_cs *cs = ctx;
	int n = cs->n;

	count++;
	if (n == 1) {
		COUNT_TWICE(3);
		return 1;
	} else {
		count += 2;
		return 2;
	}
}

static int before(int n)
{
	if (n > 7)
		return 4;
	struct before_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, before_cs, &cs, sizeof(cs));

	if (way == 1)
		printf("%d\n", n);
	return 5;
}

int main(void)
{
	printf("%d %d\n", before(1), before(2));
	printf("%d %d\n", count, seen);
	return 0;
}
