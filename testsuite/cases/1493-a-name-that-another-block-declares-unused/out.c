/* A variable of the function's has the name of one that a block of the section declares, and does not use. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t table_lock = RCL_MUTEX_INITIALIZER(table_lock);
static rcl_mutex_t row_locks[2] = { RCL_MUTEX_INITIALIZER(row_locks), RCL_MUTEX_INITIALIZER(row_locks) };
static long cells[2][3], left, turns;

struct clear_row_cs {  /* row_locks[i], in.c:15-18 */
	long with;     /* in */
	int i;         /* in */
};

static int clear_row_cs(void *ctx)
{
	struct clear_row_cs *cs = ctx;
	long with = cs->with;
	int i = cs->i;
	int j;

	for (j = 0; j < 3; j++)
		cells[i][j] = with + i * j;
	return 0;
}

struct clear_table_cs {  /* table_lock, in.c:13-25 */
	long with;       /* in */
};

static int clear_table_cs(void *ctx)
{
	struct clear_table_cs *cs = ctx;
	long with = cs->with;
	int i;

	for (i = 0; i < 2; i++) {
		struct clear_row_cs row_cs = { .with = with, .i = i };
		rcl_exec_anon(&row_locks[i], clear_row_cs, &row_cs, sizeof(row_cs));
	}
	for (left = 3; left > 0; left--) {
		int j;

		turns += left;
	}
	return 0;
}

static void clear(long with)
{
	struct clear_table_cs cs = { .with = with };
	rcl_exec_anon(&table_lock, clear_table_cs, &cs, sizeof(cs));
}

int main(void)
{
	clear(4);
	clear(5);
	printf("%ld %ld %ld\n", cells[1][2], left, turns);
	return 0;
}
