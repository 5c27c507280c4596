#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t rows[3] = {
	RCL_MUTEX_INITIALIZER(rows),
	RCL_MUTEX_INITIALIZER(rows), RCL_MUTEX_INITIALIZER(rows)
};
static struct pair {
	rcl_mutex_t one, two;
} pairs[2] = {
	{ RCL_MUTEX_INITIALIZER(pair_one_in), RCL_MUTEX_INITIALIZER(pair_two_in) },
	{ RCL_MUTEX_INITIALIZER(pair_one_in_12), RCL_MUTEX_INITIALIZER(pair_two_in_12) }
};
static int counts[3];

struct add_cs {   /* rows[row], in.c:17-19 */
	int row;  /* in */
	int n;    /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int row = cs->row;
	int n = cs->n;

	n = counts[row] += n;
	cs->n = n;
	return 0;
}

static int add(int row, int n)
{
	struct add_cs cs = { .row = row, .n = n };
	rcl_exec_anon(&rows[row], add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct look_cs {    /* pair->two, in.c:27-29 */
	int row;    /* in */
	int count;  /* out */
};

static int look_cs(void *ctx)
{
	struct look_cs *cs = ctx;
	int row = cs->row;
	int count;

	count = counts[row];
	cs->count = count;
	return 0;
}

/* What a row has, as long as a pair is locked. */
static int look(struct pair *pair, int row)
{
	int count;

	struct look_cs cs = { .row = row };
	rcl_exec_anon(&pair->two, look_cs, &cs, sizeof(cs));
	count = cs.count;
	return count;
}

int main(void)
{
	printf("%d %d\n", add(1, 2), look(&pairs[1], 1));
	return 0;
}
