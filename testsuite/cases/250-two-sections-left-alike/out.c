#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int total, part;

struct both_inner_cs {  /* inner, in.c:13-27 */
	int n;          /* in */
};

static int both_inner_cs(void *ctx)
{
	struct both_inner_cs *cs = ctx;
	int n = cs->n;

	if (part > n) {
		part++;
		return 1;
	}
	if (part > 1) {
		part = 0;
		return 1;
	}
	part++;
	return 0;
}

struct both_outer_cs {  /* outer, in.c:11-29 */
	int n;          /* in */
};

static int both_outer_cs(void *ctx)
{
	struct both_outer_cs *cs = ctx;
	int n = cs->n;

	total++;
	struct both_inner_cs inner_cs = { .n = n };
	if (rcl_exec_anon(&inner, both_inner_cs, &inner_cs, sizeof(inner_cs)) == 1) {
		return 1;
	}
	total += n;
	return 0;
}

/* two exits of the inner section read alike, with those of the outer one in them */
static int both(int n)
{
	struct both_outer_cs cs = { .n = n };
	if (rcl_exec_anon(&outer, both_outer_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return n;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		printf("%d\n", both(i % 2));
	printf("%d %d\n", total, part);
	return 0;
}
