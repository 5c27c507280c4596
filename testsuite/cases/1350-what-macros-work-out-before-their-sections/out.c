#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(t) rcl_lock(&(t)->lock)
#define UNLOCK(t) rcl_unlock(&(t)->lock)

struct part { int hits, misses; };
struct table {
	rcl_mutex_t lock;
	int total, parts, hits;
	struct part part, *first;
};

static struct table table = { RCL_MUTEX_INITIALIZER(table_lock_in), 0, 0, 0, { 0, 0 }, NULL };
static struct part parts[4], rows[2][3], *latest = parts;
static struct table tables[2] = { { .lock = RCL_MUTEX_INITIALIZER(table_lock_in_16) }, { .lock = RCL_MUTEX_INITIALIZER(table_lock_in_16) } };
static int current;

#define NOW parts[current]
#define OLD (*latest)

/* The section asks whether there is a quotient at all; half of something there is always. */
#define SHARE(t, n, each)                       \
	do {                                    \
		LOCK(t);                        \
		if ((n) != 0)                   \
			(t)->total += (each);   \
		UNLOCK(t);                      \
	} while (0)
#define REST(t, n, rest) do { LOCK(t); if ((n) != 0) (t)->total += (rest); UNLOCK(t); } while (0)
#define HALF(t, half) do { struct HALF_cs cs = { t, half }; rcl_exec_anon(&(t)->lock, HALF_cs, &cs, sizeof(cs)); } while (0)

/* Which part it is follows from what changes with the lock held, */
#define LATEST(p, what) do { LOCK(&table); (p).what += 1; UNLOCK(&table); } while (0)
#define CURRENT(p, what) do { LOCK(&table); (p).what += 2; UNLOCK(&table); } while (0)
#define IN_ROW(p, what) do { LOCK(&table); (p).what += 3; UNLOCK(&table); } while (0)
#define FIRST(p, what) do { LOCK(&table); (p).what += 4; UNLOCK(&table); } while (0)
#define COUNT_NOW(what) do { LOCK(&table); NOW.what += 5; UNLOCK(&table); } while (0)
#define COUNT_OLD(what) do { LOCK(&table); OLD.what += 6; UNLOCK(&table); } while (0)
/* or does not. */
#define ALWAYS(p, what) do { struct ALWAYS_cs cs = { &(p).what }; rcl_exec_anon(&(&table)->lock, ALWAYS_cs, &cs, sizeof(cs)); } while (0)
#define OWN(t, what) do { struct OWN_cs cs = { &(t).what }; rcl_exec_anon(&(t).lock, OWN_cs, &cs, sizeof(cs)); } while (0)
#define GLOBAL(what) do { struct GLOBAL_cs cs = { &table.what }; rcl_exec_anon(&(&table)->lock, GLOBAL_cs, &cs, sizeof(cs)); } while (0)

struct HALF_cs {          /* t->lock, in.c:31 */
	struct table *t;  /* in */
	int half;         /* in */
};

static int HALF_cs(void *ctx)
{
	struct HALF_cs *cs = ctx;
	struct table *t = cs->t;
	int half = cs->half;

	(t)->total += (half);
	return 0;
}

static void shares(struct table *t, int all, int n)
{
	SHARE(t, n, all / n);
	REST(t, n, all % n);
	HALF(t, all / 2);
}

/* table.lock, in.c:54-58 */
static int change_cs(void *ctx)
{
	current = (current + 1) % 4;
	latest = &parts[current];
	table.first = latest;
	return 0;
}

static void change(void)
{
	rcl_exec_anon(&table.lock, change_cs, NULL, 0);
}

struct ALWAYS_cs {  /* table.lock, in.c:41 */
	int *what;  /* by reference */
};

static int ALWAYS_cs(void *ctx)
{
	struct ALWAYS_cs *cs = ctx;
	int *what = cs->what;

	*what += 7;
	return 0;
}

struct GLOBAL_cs {  /* table.lock, in.c:43 */
	int *what;  /* by reference */
};

static int GLOBAL_cs(void *ctx)
{
	struct GLOBAL_cs *cs = ctx;
	int *what = cs->what;

	*what += 9;
	return 0;
}

struct OWN_cs {     /* t.lock, in.c:42 */
	int *what;  /* by reference */
};

static int OWN_cs(void *ctx)
{
	struct OWN_cs *cs = ctx;
	int *what = cs->what;

	*what += 8;
	return 0;
}

static void count(int i, struct part *p, struct table *t)
{
	LATEST(*latest, hits);
	CURRENT(parts[current], misses);
	IN_ROW(rows[i][current], hits);
	FIRST(*t->first, misses);
	COUNT_NOW(hits);
	COUNT_OLD(misses);
	ALWAYS(parts[2], hits);
	ALWAYS(rows[1][i], hits);
	ALWAYS(p[i], misses);
	ALWAYS(*p, hits);
	ALWAYS(t->part, hits);
	ALWAYS(tables[i].part, misses);
	OWN(tables[current % 2], total);
	GLOBAL(hits);
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		shares(&table, 7, i * 2);
		change();
		count(i, parts + 1, &table);
	}
	for (int i = 0; i < 4; i++)
		printf("%d %d ", parts[i].hits, parts[i].misses);
	for (int i = 0; i < 3; i++)
		printf("%d %d ", rows[0][i].hits, rows[1][i].hits);
	printf("%d %d %d ", table.total, table.hits, table.part.hits);
	printf("%d %d %d\n", tables[0].total, tables[1].total, tables[1].part.misses);
	return 0;
}
