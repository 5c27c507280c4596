#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int table[8];

struct fill_cs {    /* lock, in.c:12-15 */
	int value;  /* in */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	int value = cs->value;
	int i;

	for (i = 0; i < 8; i++)
		table[i] = value;
	return 0;
}

/* Without the section nobody uses i any more. */
static void fill(int value)
{
	struct fill_cs cs = { .value = value };
	rcl_exec_anon(&lock, fill_cs, &cs, sizeof(cs));
}

struct sum_cs {     /* lock, in.c:22-27 */
	int total;  /* in-out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	int i;
	int total = cs->total;
	int *cell;

	for (i = 0; i < 8; i++) {
		cell = &table[i];
		total += *cell;
	}
	cs->total = total;
	return 0;
}

static int sum(void)
{
	int total = 0;

	struct sum_cs cs = { .total = total };
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	total = cs.total;
	return total;
}

int main(void)
{
	fill(3);
	printf("%d\n", sum());
	return 0;
}
