#include <limits.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#define LOCK(t) rcl_lock(&(t)->lock)
#define UNLOCK(t) rcl_unlock(&(t)->lock)
struct table { rcl_mutex_t lock; int total; long wide; };
static struct table table = { RCL_MUTEX_INITIALIZER(table_lock), 0, 0 };
/* A name that another file defines. */
#define MOST(t) do { struct MOST_cs cs = { t }; rcl_exec_anon(&(t)->lock, MOST_cs, &cs, sizeof(cs)); } while (0)

struct MOST_cs {          /* t->lock, in.c:9 */
	struct table *t;  /* in */
};

static int MOST_cs(void *ctx)
{
	struct MOST_cs *cs = ctx;
	struct table *t = cs->t;

	(t)->total += (t)->total < INT_MAX - 9;
	return 0;
}

static void most(struct table *t) { MOST(t); }

/* A value that is kept and counted, and a field that is spelled in two ways. */
#define SPLIT(t, n) do { struct SPLIT_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, SPLIT_cs, &cs, sizeof(cs)); } while (0)
#define SPELLED(t, field) do { LOCK(t); (t)->field += 1; t->field *= 2; UNLOCK(t); } while (0)
/* What is called, what is read from memory, and what is worked out. */
#define CALL(t, f) do { LOCK(t); (t)->total += (f)(1); UNLOCK(t); } while (0)
#define TWICE(t, n) do { LOCK(t); (t)->total += (n) + (n); UNLOCK(t); } while (0)
#define GIVE(t, n) do { struct GIVE_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, GIVE_cs, &cs, sizeof(cs)); } while (0)

static int same(int n)
{
	return n;
}

struct GIVE_cs {          /* t->lock, in.c:18 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int GIVE_cs(void *ctx)
{
	struct GIVE_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->total += (n);
	table.wide += 1;
	return 0;
}

struct SPLIT_cs {         /* t->lock, in.c:13 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int SPLIT_cs(void *ctx)
{
	struct SPLIT_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->wide = (n);
	(t)->total += (n);
	return 0;
}

static void use(struct table *t, int n, const unsigned char *text)
{
	int (*f)(int) = same;

	SPLIT(t, n);
	SPELLED(t, total);
	CALL(t, f);
	TWICE(t, text[0]);
	GIVE(t, -n);
}

int main(void)
{
	most(&table);
	use(&table, 3, (const unsigned char *)"a");
	printf("%d %ld\n", table.total, table.wide);
	return 0;
}
