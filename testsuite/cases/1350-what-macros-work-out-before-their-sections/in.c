#include <pthread.h>
#include <stdio.h>

#define LOCK(t) pthread_mutex_lock(&(t)->lock)
#define UNLOCK(t) pthread_mutex_unlock(&(t)->lock)

struct part { int hits, misses; };
struct table {
	pthread_mutex_t lock;
	int total, parts, hits;
	struct part part, *first;
};

static struct table table = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0, { 0, 0 }, NULL };
static struct part parts[4], rows[2][3], *latest = parts;
static struct table tables[2] = { { .lock = PTHREAD_MUTEX_INITIALIZER }, { .lock = PTHREAD_MUTEX_INITIALIZER } };
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
#define HALF(t, half) do { LOCK(t); (t)->total += (half); UNLOCK(t); } while (0)

/* Which part it is follows from what changes with the lock held, */
#define LATEST(p, what) do { LOCK(&table); (p).what += 1; UNLOCK(&table); } while (0)
#define CURRENT(p, what) do { LOCK(&table); (p).what += 2; UNLOCK(&table); } while (0)
#define IN_ROW(p, what) do { LOCK(&table); (p).what += 3; UNLOCK(&table); } while (0)
#define FIRST(p, what) do { LOCK(&table); (p).what += 4; UNLOCK(&table); } while (0)
#define COUNT_NOW(what) do { LOCK(&table); NOW.what += 5; UNLOCK(&table); } while (0)
#define COUNT_OLD(what) do { LOCK(&table); OLD.what += 6; UNLOCK(&table); } while (0)
/* or does not. */
#define ALWAYS(p, what) do { LOCK(&table); (p).what += 7; UNLOCK(&table); } while (0)
#define OWN(t, what) do { pthread_mutex_lock(&(t).lock); (t).what += 8; pthread_mutex_unlock(&(t).lock); } while (0)
#define GLOBAL(what) do { LOCK(&table); table.what += 9; UNLOCK(&table); } while (0)

static void shares(struct table *t, int all, int n)
{
	SHARE(t, n, all / n);
	REST(t, n, all % n);
	HALF(t, all / 2);
}

static void change(void)
{
	LOCK(&table);
	current = (current + 1) % 4;
	latest = &parts[current];
	table.first = latest;
	UNLOCK(&table);
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
