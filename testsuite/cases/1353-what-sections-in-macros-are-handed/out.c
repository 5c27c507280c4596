#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(t) rcl_lock(&(t)->lock)
#define UNLOCK(t) rcl_unlock(&(t)->lock)

struct part { int hits, misses; };
struct table {
	rcl_mutex_t lock, *owner;
	int total, count, counts[4];
	long wide;
	const char *name;
	struct part part, *next;
};

static struct part parts[4], *latest = parts;
static struct table table = { .lock = RCL_MUTEX_INITIALIZER(table_lock_in), .next = parts };
static struct table tables[2] = { { .lock = RCL_MUTEX_INITIALIZER(table_lock_in_18) }, { .lock = RCL_MUTEX_INITIALIZER(table_lock_in_18) } };
static struct table *beside = tables, *volatile turning = tables;
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int cs = 1, ctx = 2, of_all = 3;

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define COUNTED of_all
#define CONTEXT (cs + ctx)
#define COUNTING __COUNTER__

/* They leave the section, go on in it, or declare something there. */
#define RETURNS(t) do { LOCK(t); if ((t)->total < 0) return -1; (t)->total++; UNLOCK(t); } while (0)
#define BREAKS(t) do { LOCK(t); if ((t)->total < 0) break; (t)->total++; UNLOCK(t); } while (0)
#define DECLARES(t) do { LOCK(t); int left = (t)->total; (t)->total = left + 1; UNLOCK(t); } while (0)

/* A name that a macro in it comes to is a parameter's; others are those of what its function has. */
#define HIDDEN(t, of_all) do { LOCK(t); (t)->total += (of_all) * COUNTED; UNLOCK(t); } while (0)
#define SHOWN(t) do { struct SHOWN_cs cs_shown = { t }; rcl_exec_anon(&(t)->lock, SHOWN_cs, &cs_shown, sizeof(cs_shown)); } while (0)
#define NUMBERED(t) do { LOCK(t); (t)->total += COUNTING >= 0; UNLOCK(t); } while (0)
#define OF_FILE(t) do { LOCK(t); (t)->name = __FILE__; UNLOCK(t); } while (0)
#define PASTED(t) do { LOCK(t); (t)->to##tal += 1; UNLOCK(t); } while (0)

/* What is there only with the lock held, or may be another one; and what is worked out for numbers of other types. */
#define SET(t, n) do { LOCK(t); (t)->total = (n); UNLOCK(t); } while (0)
#define KEEP(t, n) do { LOCK(t); (t)->count = (n); UNLOCK(t); } while (0)
#define WIDEN(t, n) do { LOCK(t); (t)->wide += (n); UNLOCK(t); } while (0)
#define FIXED(t) do { LOCK(t); (t)->total += fixed; UNLOCK(t); } while (0)
#define OWNED(t, m) do { LOCK(t); (t)->owner = (m); UNLOCK(t); } while (0)
#define MINE(t, field) do { LOCK(t); (t)->total += bonus; mine->field++; UNLOCK(t); } while (0)

/* Fields: of a part of what a variable leads to, of the function's own, in an array, of what turns. */
#define LATEST(p, what) do { LOCK(&table); (p).what += 1; UNLOCK(&table); } while (0)
#define FIRST(p, what) do { LOCK(&table); (p).what += 1; UNLOCK(&table); } while (0)
#define NEXT(p, what) do { LOCK(&table); (p).what += 1; UNLOCK(&table); } while (0)
#define OWN(p, what) do { LOCK(&table); (p).what += 1; UNLOCK(&table); } while (0)
#define EACH(t, what) do { LOCK(t); (t)->what[1] += 1; UNLOCK(t); } while (0)
#define TURN(t, what) do { LOCK(t); (t)->what += 1; UNLOCK(t); } while (0)
#define REACH(p, what) do { LOCK(&table); p->what += 1; UNLOCK(&table); } while (0)

/* These are moved. */
#define LEAD(p, what) do { struct LEAD_cs cs = { &(p)->what }; rcl_exec_anon(&(&table)->lock, LEAD_cs, &cs, sizeof(cs)); } while (0)
#define ALL(what) do { struct ALL_cs cs = { &table.what }; rcl_exec_anon(&other, ALL_cs, &cs, sizeof(cs)); } while (0)
#define BITS(t, n) do { struct BITS_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, BITS_cs, &cs, sizeof(cs)); } while (0)
#define FACTOR(t, n) do { struct FACTOR_cs cs = { t, n, count }; rcl_exec_anon(&(t)->lock, FACTOR_cs, &cs, sizeof(cs)); } while (0)
#define LARGEST(t, n) do { struct LARGEST_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, LARGEST_cs, &cs, sizeof(cs)); } while (0)
#define TIGHT(t)do{LOCK(t);UNLOCK(t);}while(0)
#define LOOPS(t) do { struct LOOPS_cs cs = { t }; rcl_exec_anon(&(t)->lock, LOOPS_cs, &cs, sizeof(cs)); } while (0)
#define NOTE(t) do { (t)->count++; } while (0)
#define GRAB rcl_lock(&other)
#define DROP rcl_unlock(&other)
#define GRABBED(t, n) do { GRAB; (t)->total += (n); DROP; } while (0)

static int leaves(struct table *t)
{
	RETURNS(t);
	return 0;
}

static void breaks(struct table *t)
{
	BREAKS(t);
}

struct LOOPS_cs {         /* t->lock, in.c:64 */
	struct table *t;  /* in */
};

static int LOOPS_cs(void *ctx)
{
	struct LOOPS_cs *cs = ctx;
	struct table *t = cs->t;

	while ((t)->total > 5) (t)->total--;
	NOTE(t);
	return 0;
}

struct SHOWN_cs {         /* t->lock, in.c:35 */
	struct table *t;  /* in */
};

static int SHOWN_cs(void *arg)
{
	struct SHOWN_cs *context = arg;
	struct table *t = context->t;

	(t)->total += CONTEXT;
	return 0;
}

static void names(struct table *t)
{
	LOOPS(t);
	DECLARES(t);
	HIDDEN(t, 2);
	SHOWN(t);
	NUMBERED(t);
	OF_FILE(t);
	PASTED(t);
	TIGHT(t);
}

static void values(struct table *t, const int *held, unsigned large)
{
	static int fixed;

	fixed = large > 7;
	SET(t, *held);
	KEEP(t, of_all);
	WIDEN(t, large + 1);
	FIXED(t);
	OWNED(t, &other);
}

static void chosen(struct part **to)
{
	*to = latest++;
}

struct ALL_cs {     /* other, in.c:59 */
	int *what;  /* by reference */
};

static int ALL_cs(void *ctx)
{
	struct ALL_cs *cs = ctx;
	int *what = cs->what;

	*what += 1;
	return 0;
}

struct LEAD_cs {    /* table.lock, in.c:58 */
	int *what;  /* by reference */
};

static int LEAD_cs(void *ctx)
{
	struct LEAD_cs *cs = ctx;
	int *what = cs->what;

	*what += 1;
	return 0;
}

static void fields(struct table *t, struct part **to, int bonus)
{
	struct part own = { 1, 2 }, *mine, *p = parts + 1;

	chosen(&mine);
	MINE(t, hits);
	LATEST(latest[0], hits);
	FIRST(latest[1], misses);
	NEXT(beside->part, hits);
	OWN(own, hits);
	EACH(t, counts);
	TURN(turning, count);
	REACH((*to), hits);
	LEAD(p, misses);
	ALL(total);
	printf("%d ", own.hits);
}

struct BITS_cs {          /* t->lock, in.c:60 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int BITS_cs(void *ctx)
{
	struct BITS_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->total += ((n) & 1) - -(n);
	return 0;
}

struct FACTOR_cs {        /* t->lock, in.c:61 */
	struct table *t;  /* in */
	int n;            /* in */
	int count;        /* in */
};

static int FACTOR_cs(void *ctx)
{
	struct FACTOR_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;
	int count = cs->count;

	(t)->count += (n) * count;
	return 0;
}

struct LARGEST_cs {       /* t->lock, in.c:62 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int LARGEST_cs(void *ctx)
{
	struct LARGEST_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->total = (n);
	return 0;
}

static void moved(struct table *t, int n, int count)
{
	BITS(t, n);
	FACTOR(t, n);
	LARGEST(t, LARGER(n, count));
	GRABBED(t, n);
}

int main(void)
{
	struct part *to = parts;

	breaks(&table);
	names(&table);
	values(&table, &cs, 4000000000U);
	fields(&table, &to, 4);
	printf("%d %d %s ", leaves(&table), table.total, table.name);
	moved(&table, 3, 5);
	printf("%d %d %d %ld ", table.total, table.count, table.counts[1], table.wide);
	printf("%d %d %d\n", parts[0].hits, parts[1].misses, tables[0].count + ctx);
	return 0;
}
