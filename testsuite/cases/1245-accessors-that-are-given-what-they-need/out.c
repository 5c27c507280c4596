/* The accessor of a lock function's mutex is given what that depends on, and nothing that nobody would use. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { rcl_mutex_t m; const char *file; int line; };
struct table { struct my_mutex rows[4]; int sums[4]; };

static struct my_mutex list_lock = { RCL_MUTEX_INITIALIZER(my_mutex_m_in), NULL, 0 };
static struct table table = { .rows = { [0 ... 3] = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_10), NULL, 0 } } };
static struct my_mutex own = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_11), NULL, 0 };
static int sum, wrong;

static rcl_mutex_t *my_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void my_lock_held(const char *file, int line, struct my_mutex *l)
{
	l->file = file;
	l->line = line;
}

static void my_unlock_held(struct my_mutex *l)
{
	l->file = "nowhere";
}

static rcl_mutex_t *row_mutex(struct table *t, int row)
{
	return &t->rows[row].m;
}

static void own_lock_held(int line)
{
	own.line = line;
}

static void own_unlock_held(void)
{
	own.line = 0;
}

struct add_cs {  /* list_lock.m, in.c:59-62 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(__FILE__, __LINE__, &list_lock);
	sum += n;
	wrong += list_lock.line == 0;
	my_unlock_held(&list_lock);
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(my_mutex(&list_lock), add_cs, &cs, sizeof(cs));
}

struct add_row_cs {       /* t->rows[row].m, in.c:67-69 */
	struct table *t;  /* in */
	int row;          /* in */
	int n;            /* in */
};

static int add_row_cs(void *ctx)
{
	struct add_row_cs *cs = ctx;
	struct table *t = cs->t;
	int row = cs->row;
	int n = cs->n;

	t->sums[row] += n;
	return 0;
}

static void add_row(struct table *t, int row, int n)
{
	struct add_row_cs cs = { .t = t, .row = row, .n = n };
	rcl_exec_anon(row_mutex(t, row), add_row_cs, &cs, sizeof(cs));
}

struct add_own_cs {  /* own.m, in.c:74-77 */
	int n;       /* in */
};

static int add_own_cs(void *ctx)
{
	struct add_own_cs *cs = ctx;
	int n = cs->n;

	own_lock_held(n);
	sum += n;
	wrong += own.line != n;
	own_unlock_held();
	return 0;
}

static void add_own(int n)
{
	struct add_own_cs cs = { .n = n };
	rcl_exec_anon(&own.m, add_own_cs, &cs, sizeof(cs));
}

int main(void)
{
	int i;

	for (i = 0; i < 4; i++) {
		add(i);
		add_row(&table, i, i);
		add_own(i);
	}
	printf("%d %d %d\n", sum, wrong, table.sums[3]);
	return 0;
}
