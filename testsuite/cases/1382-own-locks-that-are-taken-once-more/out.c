/* Locks of an API of the program's own, which a function has twice: nobody knows what that means for them. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct table {
	rcl_mutex_t mutex;
	int sum;
};

static rcl_mutex_t again = RCL_RECURSIVE_MUTEX_INITIALIZER(again);
static struct table table = { RCL_RECURSIVE_MUTEX_INITIALIZER(table_mutex), 0 };
static int total;

static void table_lock(struct table *t)
{
	rcl_lock(&t->mutex);
}

static void table_unlock(struct table *t)
{
	rcl_unlock(&t->mutex);
}

#ifdef RCL_H
static int table_execute(rcl_exec_fn *execute, struct table *t, rcl_section_fn *section, void *ctx, size_t size)
{
	return execute(&t->mutex, section, ctx, size);
}
#endif

struct own_twice_cs {     /* t, in.c:34-35 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int own_twice_cs(void *ctx)
{
	struct own_twice_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	t->sum += n;
	return RCL_KEEP;
}

static void own_twice(struct table *t, int n)
{
	struct own_twice_cs cs = { .t = t, .n = n };
	table_execute(rcl_exec_anon, t, own_twice_cs, &cs, sizeof(cs));
	table_lock(t);
	t->sum += n;
	table_unlock(t);
	t->sum += n;
	table_unlock(t);
}

struct own_once_cs {      /* t, in.c:45-47 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int own_once_cs(void *ctx)
{
	struct own_once_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	t->sum += n;
	return 0;
}

static void own_once(struct table *t, int n)
{
	struct own_once_cs cs = { .t = t, .n = n };
	table_execute(rcl_exec_anon, t, own_once_cs, &cs, sizeof(cs));
}

struct posix_twice_again_1_cs {  /* again, in.c:52-53 */
	int n;                   /* in */
};

static int posix_twice_again_1_cs(void *ctx)
{
	struct posix_twice_again_1_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

struct posix_twice_again_2_cs {  /* again, in.c:54-56 */
	int n;                   /* in */
};

static int posix_twice_again_2_cs(void *ctx)
{
	struct posix_twice_again_2_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void posix_twice(int n)
{
	struct posix_twice_again_1_cs cs = { .n = n };
	rcl_exec_anon(&again, posix_twice_again_1_cs, &cs, sizeof(cs));
	struct posix_twice_again_2_cs again_2_cs = { .n = n };
	rcl_exec_anon(&again, posix_twice_again_2_cs, &again_2_cs, sizeof(again_2_cs));
	total += n;
	rcl_unlock(&again);
}

int main(void)
{
	own_twice(&table, 2);
	own_once(&table, 3);
	posix_twice(4);
	printf("%d %d\n", table.sum, total);
	return 0;
}
