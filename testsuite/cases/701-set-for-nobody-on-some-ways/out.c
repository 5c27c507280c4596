/* A variable that the section sets first, that is set before on some ways only, and that nobody reads behind it: its
   value from before must not be copied, for there may be none. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long sum;

struct add_cs {     /* m, in.c:15-18 */
	int n;      /* in */
	int *left;  /* by reference */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int *left = cs->left;

	*left = n + 1;
	sum += *left;
	return 0;
}

static void add(int n)
{
	int left;

	if (n > 0 && 6 % 2)
		left = n;
	struct add_cs cs = { .n = n, .left = &left };
	rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	add(3);
	add(-1);
	printf("%ld\n", sum);
	return 0;
}
