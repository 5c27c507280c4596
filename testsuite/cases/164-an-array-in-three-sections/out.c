#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t middle = RCL_MUTEX_INITIALIZER(middle);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int total;

struct tally_inner_cs {  /* inner, in.c:18-21 */
	int by;          /* in */
	int *counts;     /* by reference */
};

static int tally_inner_cs(void *ctx)
{
	struct tally_inner_cs *cs = ctx;
	int by = cs->by;
	int *counts = cs->counts;

	counts[0] += 2;
	total += counts[by % 3];
	return 0;
}

struct tally_middle_cs {  /* middle, in.c:16-23 */
	int by;           /* in */
	int *counts;      /* by reference */
};

static int tally_middle_cs(void *ctx)
{
	struct tally_middle_cs *cs = ctx;
	int by = cs->by;
	int *counts = cs->counts;

	counts[by % 3] += by;
	struct tally_inner_cs inner_cs = { .by = by, .counts = counts };
	rcl_exec_anon(&inner, tally_inner_cs, &inner_cs, sizeof(inner_cs));
	counts[1]++;
	return 0;
}

struct tally_outer_cs {    /* outer, in.c:14-25 */
	int by;            /* in */
	int (*counts)[3];  /* by reference */
};

static int tally_outer_cs(void *ctx)
{
	struct tally_outer_cs *cs = ctx;
	int by = cs->by;
	int (*counts)[3] = cs->counts;

	memset(*counts, 0, sizeof(*counts));
	struct tally_middle_cs middle_cs = { .by = by, .counts = *counts };
	rcl_exec_anon(&middle, tally_middle_cs, &middle_cs, sizeof(middle_cs));
	total += (int)sizeof(*counts) / (int)sizeof((*counts)[0]);
	return 0;
}

static int tally(int by)
{
	int counts[3] = { 1, 2, 3 };

	struct tally_outer_cs cs = { .by = by, .counts = &counts };
	rcl_exec_anon(&outer, tally_outer_cs, &cs, sizeof(cs));
	return counts[0] + 10 * counts[1] + 100 * counts[2];
}

int main(void)
{
	for (int by = 0; by < 5; by++)
		printf("%d\n", tally(by));
	printf("%d\n", total);
	return 0;
}
