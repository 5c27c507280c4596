#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int total, part;

struct both_inner_2_cs {  /* inner, in.c:18-25 */
	int n;            /* in-out */
};

static int both_inner_2_cs(void *ctx)
{
	struct both_inner_2_cs *cs = ctx;
	int n = cs->n;

	if (part > n) {
		n++;
		cs->n = n;
		return 1;
	}
	cs->n = n;
	return 0;
}

struct both_inner_1_cs {  /* inner, in.c:13-27 */
	int n;            /* in */
};

static int both_inner_1_cs(void *ctx)
{
	struct both_inner_1_cs *cs = ctx;
	int n = cs->n;

	part++;
	if (n != 1) {
		return 1;
	} else {
		return 2;
	}
}

struct both_outer_cs {  /* outer, in.c:11-30 */
	int n;          /* in-out */
};

static int both_outer_cs(void *ctx)
{
	struct both_outer_cs *cs = ctx;
	int n = cs->n;

	total++;
	struct both_inner_1_cs inner_1_cs = { .n = n };
	int inner_1_way = rcl_exec_anon(&inner, both_inner_1_cs, &inner_1_cs, sizeof(inner_1_cs));

	if (inner_1_way == 1) {
		total += 2;
		struct both_inner_2_cs inner_2_cs = { .n = n };
		if (rcl_exec_anon(&inner, both_inner_2_cs, &inner_2_cs, sizeof(inner_2_cs)) == 1) {
			n = inner_2_cs.n;
			cs->n = n;
			return 1;
		}
		n = inner_2_cs.n;
	}
	total += n;
	cs->n = n;
	return 0;
}

/* the inner lock is released for a while, and taken again where the outer section may be left */
static int both(int n)
{
	struct both_outer_cs cs = { .n = n };
	if (rcl_exec_anon(&outer, both_outer_cs, &cs, sizeof(cs)) == 1) {
		n = cs.n;
		return n;
	}
	n = cs.n;
	return n;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		printf("%d\n", both(i));
	printf("%d %d\n", total, part);
	return 0;
}
