#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int values[4] = { 1, 2, 3, 4 }, rounds;

struct sum_inner_cs {  /* inner, in.c:18-23 */
	int total;     /* in-out */
};

static int sum_inner_cs(void *ctx)
{
	struct sum_inner_cs *cs = ctx;
	int total = cs->total;
	int i;
	int *value;

	for (i = 0; i < 4; i++) {
		value = &values[i];
		total += *value;
	}
	cs->total = total;
	return 0;
}

struct sum_outer_cs {  /* outer, in.c:13-27 */
	int total;     /* in-out */
};

static int sum_outer_cs(void *ctx)
{
	struct sum_outer_cs *cs = ctx;
	int total = cs->total;

	while (rounds < 2) {
		int again = rounds;

		struct sum_inner_cs inner_cs = { .total = total };
		if (rcl_tryexec(&inner, sum_inner_cs, &inner_cs, sizeof(inner_cs)) == 0) {
			total = inner_cs.total;
		}
		rounds = again + 1;
	}
	cs->total = total;
	return 0;
}

/* What the outer section declares is used by the inner one alone. */
static int sum(void)
{
	int total = 0;

	struct sum_outer_cs cs = { .total = total };
	rcl_exec_anon(&outer, sum_outer_cs, &cs, sizeof(cs));
	total = cs.total;
	return total;
}

struct most_inner_cs {  /* inner, in.c:37-40 */
	int best;       /* in-out */
};

static int most_inner_cs(void *ctx)
{
	struct most_inner_cs *cs = ctx;
	int best = cs->best;
	int i;

	for (i = 0; i < 4; i++)
		best = values[i] > best ? values[i] : best;
	cs->best = best;
	return 0;
}

struct most_outer_cs {  /* outer, in.c:36-43 */
	int best;       /* in-out */
};

static int most_outer_cs(void *ctx)
{
	struct most_outer_cs *cs = ctx;
	int best = cs->best;
	int i;
	struct most_inner_cs inner_cs = { .best = best };
	rcl_exec_anon(&inner, most_inner_cs, &inner_cs, sizeof(inner_cs));
	best = inner_cs.best;
	for (i = 0; i < 2; i++)
		rounds += i;
	cs->best = best;
	return 0;
}

/* It is used between them, too. */
static int most(void)
{
	int best = 0;

	struct most_outer_cs cs = { .best = best };
	rcl_exec_anon(&outer, most_outer_cs, &cs, sizeof(cs));
	best = cs.best;
	return best;
}

int main(void)
{
	printf("%d", sum());
	printf(" %d %d\n", most(), rounds);
	return 0;
}
