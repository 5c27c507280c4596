/* What a lock function is given is worked out before all that it does: before it counts who waits, too. */
#include <pthread.h>
#include "rcl_config.h"

struct table {
	rcl_mutex_t lock;
	int waiting;
	int behind;
	long sum;
};

static struct table table = { .lock = RCL_MUTEX_INITIALIZER(table_lock) };

static rcl_mutex_t *table_mutex(struct table *t)
{
	return &t->lock;
}

static void table_lock_ahead(struct table *t)
{
	__atomic_fetch_add(&t->waiting, 1, __ATOMIC_RELAXED);
}

static void table_lock_held(struct table *t, int behind)
{
	t->behind += behind;
}

static void table_lock(struct table *t, int behind)
{
	table_lock_ahead(t);
	rcl_lock(&t->lock);
	table_lock_held(t, behind);
}

static void table_unlock(struct table *t)
{
	rcl_unlock(&t->lock);
}

/* stays */
void add(long by)
{
	table_lock(&table, table.waiting);
	table.sum += by;
	table_unlock(&table);
}

struct add_more_cs {       /* t->lock, in.c:35-37 */
	struct table *t;   /* in */
	long by;           /* in */
	int behind_given;  /* in */
};

static int add_more_cs(void *ctx)
{
	struct add_more_cs *cs = ctx;
	struct table *t = cs->t;
	long by = cs->by;
	int behind_given = cs->behind_given;

	table_lock_held(t, behind_given);
	t->sum += by;
	return 0;
}

void add_more(struct table *t, long by, int behind)
{
	struct add_more_cs cs = { .t = t, .by = by, .behind_given = behind + 1 };
	table_lock_ahead(t);
	rcl_exec_anon(table_mutex(t), add_more_cs, &cs, sizeof(cs));
}
