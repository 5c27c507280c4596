#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define ROUNDS 3

static rcl_mutex_t table_lock = RCL_RECURSIVE_MUTEX_INITIALIZER(table_lock);
static long rows, skipped, checked;

static long price(int row)
{
	return row * 7 % 5;
}

struct load_table_1_cs {  /* table_lock, in.c:21-30 */
	int first;        /* in */
	long cost;        /* in */
	int i;            /* in-out */
	int at;           /* where it goes on */
};

static int load_table_1_cs(void *ctx)
{
	struct load_table_1_cs *cs = ctx;
	int first = cs->first;
	long cost = cs->cost;
	int i = cs->i;

	if (cs->at == 1)
		goto at_1;

	do {
		rows += first;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		if (cost > 6)
			continue;
		skipped++;
	} while (++i < ROUNDS);
	return RCL_KEEP;
}

/* table_lock, in.c:31-33 */
static int load_table_2_cs(void *ctx)
{
	checked += rows;
	return 0;
}

/* The section ends before the lock is taken once more: on every way there it has been given back and taken again. */
static long load(int first)
{
	long cost = 0;
	int i = 0;

	struct load_table_1_cs cs = { .first = first, .cost = cost, .i = i, .at = 0 };
	while (rcl_exec_anon(&table_lock, load_table_1_cs, &cs, sizeof(cs)) == 1) {
		i = cs.i;
		cost += price(first + i);
		cs.cost = cost;
	}
	rcl_exec_anon(&table_lock, load_table_2_cs, NULL, 0);
	rcl_unlock(&table_lock);
	return cost;
}

int main(void)
{
	long first = load(1), second = load(4);

	printf("%ld %ld %ld %ld %ld\n", first, second, rows, skipped, checked);
	return 0;
}
