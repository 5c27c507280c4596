/* What follows a release has a comment that stands further out than the code. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

struct add_cs {  /* m, in.c:10-24 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n < 0)
		goto failed;
	total += n;
	return 1;
failed:
	total--;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_exec_anon(&m, add_cs, &cs, sizeof(cs)) == 1) {
/*
printf("added %d,\n",
		n);
*/

		return total;
	}
	return -1;
}

struct take_cs {  /* m, in.c:30-39 */
	int n;    /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	if (total < n) {
		return 1;
	}
	total -= n;
	return 0;
}

static int take(int n)
{
	struct take_cs cs = { .n = n };
	if (rcl_exec_anon(&m, take_cs, &cs, sizeof(cs)) == 1) {
  /* too few:
	    of these there are
	never enough */
		return -1;
	}
	return n;
}

int main(void)
{
	printf("%d", add(3));
	printf(" %d", add(-1));
	printf(" %d", take(1));
	printf(" %d\n", take(4));
	return 0;
}
