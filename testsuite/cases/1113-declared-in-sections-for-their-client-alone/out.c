/* A volatile variable that sections inside of each other declare, and that only what follows both uses. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int sum;

struct f_inner_cs {  /* inner, in.c:12-22 */
	int n;       /* in */
};

static int f_inner_cs(void *ctx)
{
	struct f_inner_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	if (n & 1) {
		return 1;
	}
	sum++;
	return 0;
}

struct f_outer_cs {  /* outer, in.c:11-23 */
	int n;       /* in */
};

static int f_outer_cs(void *ctx)
{
	struct f_outer_cs *cs = ctx;
	int n = cs->n;
	struct f_inner_cs inner_cs = { .n = n };
	if (rcl_exec_anon(&inner, f_inner_cs, &inner_cs, sizeof(inner_cs)) == 1) {
		return 1;
	}
	return 0;
}

static int f(int n)
{
	volatile int at;
	struct f_outer_cs cs = { .n = n };
	if (rcl_exec_anon(&outer, f_outer_cs, &cs, sizeof(cs)) == 1) {
		at = n * 2;
		return at;
	}
	return 0;
}

int main(void)
{
	int got = f(1) + f(2) + f(3);

	printf("%d %d\n", got, sum);
	return 0;
}
