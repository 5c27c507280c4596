/* A macro that leaves the outer section where a check fails, behind the release that ends an inner one on some way. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t table = RCL_MUTEX_INITIALIZER(table);
static rcl_mutex_t stats = RCL_MUTEX_INITIALIZER(stats);
static int entries, hits, misses;

#define CHECK(cond, ret) do { if (!(cond)) { rcl_unlock(&table); return ret; } } while (0)
#define CHECK_LEAVE(cond, leave) do { if (!(cond)) { leave; } } while (0)

struct look_up_stats_cs {  /* stats, in.c:17-27 */
	int key;           /* in */
	int found;         /* out */
};

static int look_up_stats_cs(void *ctx)
{
	struct look_up_stats_cs *cs = ctx;
	int key = cs->key;
	int found;

	if (key % 2) {
		misses++;
		return 1;
	} else {
		hits++;
		found = hits;
		cs->found = found;
		return 2;
	}
}

struct look_up_table_cs {  /* table, in.c:15-30 */
	int key;           /* in */
	int limit;         /* in */
	int found;         /* out */
};

static int look_up_table_cs(void *ctx)
{
	struct look_up_table_cs *cs = ctx;
	int key = cs->key;
	int limit = cs->limit;
	int found;

	entries++;
	struct look_up_stats_cs stats_cs = { .key = key };
	int stats_way = rcl_exec_anon(&stats, look_up_stats_cs, &stats_cs, sizeof(stats_cs));

	if (stats_way == 1) {
		/* too many */
		CHECK_LEAVE(entries < limit, { return 1; });
	} else {
		found = stats_cs.found;
		CHECK_LEAVE(found < limit, {
			cs->found = found;
			return 2;
		});
	}
	found = entries * 100 + hits;
	cs->found = found;
	return 0;
}

static int look_up(int key, int limit)
{
	int found;

	struct look_up_table_cs cs = { .key = key, .limit = limit };
	switch (rcl_exec_anon(&table, look_up_table_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		found = cs.found;
		return -found;
	}
	found = cs.found;
	return found;
}

int main(void)
{
	for (int key = 0; key < 12; key++)
		printf("%d ", look_up(key, 5));
	printf("%d %d %d\n", entries, hits, misses);
	return 0;
}
