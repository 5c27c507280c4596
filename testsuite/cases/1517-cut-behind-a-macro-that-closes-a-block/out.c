/*
 * A section that ends, with its lock, right behind a macro that closes the
 * block of another one, in whose place is a call that needs a semicolon.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK_OPEN(m) { rcl_lock(m);
#define UNLOCK_CLOSE(m) rcl_unlock(m); }

static rcl_mutex_t list = RCL_MUTEX_INITIALIZER(list);
static rcl_mutex_t count = RCL_MUTEX_INITIALIZER(count);
static rcl_mutex_t table = RCL_RECURSIVE_MUTEX_INITIALIZER(table);
static long counted, listed, locked;

struct add_count_cs {  /* count, in.c:21-23 */
	int by;        /* in */
};

static int add_count_cs(void *ctx)
{
	struct add_count_cs *cs = ctx;
	int by = cs->by;

	counted += by;
	return 0;
}

struct add_list_cs {  /* list, in.c:20-23 */
	int by;       /* in */
};

static int add_list_cs(void *ctx)
{
	struct add_list_cs *cs = ctx;
	int by = cs->by;
	struct add_count_cs count_cs = { .by = by };
	rcl_exec_anon(&count, add_count_cs, &count_cs, sizeof(count_cs));
	return RCL_KEEP;
}

struct add_table_cs {  /* table, in.c:19-24 */
	int by;        /* in */
};

static int add_table_cs(void *ctx)
{
	struct add_table_cs *cs = ctx;
	int by = cs->by;

	locked += 0 == 0;
	struct add_list_cs list_cs = { .by = by };
	rcl_exec_anon(&list, add_list_cs, &list_cs, sizeof(list_cs));
	return 0;
}

static void add(int by)
{
	struct add_table_cs cs = { .by = by };
	rcl_exec_anon(&table, add_table_cs, &cs, sizeof(cs));
	locked += 0 == 0;
	listed += by;
	rcl_unlock(&list);
}

int main(void)
{
	add(2);
	add(3);
	printf("%ld %ld %ld\n", counted, listed, locked);
	return 0;
}
