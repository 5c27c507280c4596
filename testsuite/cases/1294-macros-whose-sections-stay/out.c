#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define TAKE rcl_lock(&table.lock)
#define GIVE rcl_unlock(&table.lock)
#define LOCK(t) rcl_lock(&(t)->lock)
#define UNLOCK(t) rcl_unlock(&(t)->lock)

struct part { int n; long l; };
struct table {
	rcl_mutex_t lock;
	int total, counts[4];
	long large;
	unsigned odd : 3, even : 3;
	struct part part;
	struct part *next;
};

static struct table table = { RCL_MUTEX_INITIALIZER(table_lock), 0, { 0 }, 0, 0, 0, { 1, 2 }, &table.part };
static struct table *beside = &table;
static int outside, seen;
static __thread int own;

/* As those that are moved are. */
#define ADD(t, n) do { struct ADD_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, ADD_cs, &cs, sizeof(cs)); } while (0)
/* What it is given does something, or is read from memory, which may change until the lock is there. */
#define SET_DOING(t, n) do { LOCK(t); (t)->counts[1] += 1; (t)->large = (n); UNLOCK(t); } while (0)
#define ADD_READ(t, n) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
#define SET_CALLED(t, n) do { LOCK(t); (t)->large = (n); UNLOCK(t); } while (0)
#define ADD_OUTSIDE(t, n) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
#define ADD_OWN(t, n) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
#define ADD_SHARED(t, n) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
/* The lock is another one's, so what leads to the field may change. */
#define ADD_BESIDE(t, n) do { LOCK(&table); (t)->total += (n); UNLOCK(&table); } while (0)
#define NEXT(t, field) do { LOCK(t); (t)->next->field += 1; UNLOCK(t); } while (0)
/* Their uses give them values, or fields, of several types. */
#define ADD_ANY(t, n) do { LOCK(t); (t)->large += (n); UNLOCK(t); } while (0)
#define COUNT(t, field) do { LOCK(t); (t)->field += 1; UNLOCK(t); } while (0)
/* Fields without an address. */
#define BITS(t, field) do { LOCK(t); (t)->field += 1; UNLOCK(t); } while (0)
/* Not all of an argument is one operand. */
#define DOUBLE(t, n) do { LOCK(t); (t)->total += 2 * n; UNLOCK(t); } while (0)
/* A type, an object, a part of a name, and a string. */
#define CLEAR_AS(t, type) do { LOCK(t); (t)->total = (type)0; UNLOCK(t); } while (0)
#define FETCH(t, into) do { LOCK(t); into = (t)->total; UNLOCK(t); } while (0)
#define BUMP(t, which) do { LOCK(t); (t)->to##which += 1; UNLOCK(t); } while (0)
#define SAY(t, what) do { LOCK(t); puts(#what); UNLOCK(t); } while (0)
/* It gives a variable of its user's a value, or is left. */
#define SWAP(t) do { LOCK(t); int was = (t)->total; (t)->total = last; last = was; UNLOCK(t); } while (0)
#define LAST(t) do { LOCK(t); last = (t)->total; UNLOCK(t); } while (0)
#define FIRST(t) do { LOCK(t); if ((t)->total) { UNLOCK(t); break; } (t)->total = 1; UNLOCK(t); } while (0)
/* A variable of the function in one use, one of the file in another. */
#define SEEN(t) do { LOCK(t); (t)->total += seen; UNLOCK(t); } while (0)
/* It may have no value yet. */
#define KEEP(t) do { LOCK(t); if ((t)->total > 90) (t)->large = kept; UNLOCK(t); } while (0)
/* Used by another macro, and where no build compiles it. */
#define ONCE(t) do { LOCK(t); (t)->total++; UNLOCK(t); } while (0)
#define TWICE(t) do { ONCE(t); ONCE(t); } while (0)
#define RARE(t, n) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
/* A name that is defined in the function, and one that says where it stands. */
#define LATER(t) do { LOCK(t); (t)->total += STEP; UNLOCK(t); } while (0)
#define WHERE(t) do { LOCK(t); (t)->total += __LINE__ > 0; UNLOCK(t); } while (0)
/* More than a lock call, more than one section, and no braces. */
#define NOTING(t) LOCK(t); (t)->counts[0]++
#define NOTED(t) do { NOTING(t); (t)->total++; UNLOCK(t); } while (0)
#define AGAIN(t) do { LOCK(t); (t)->total++; UNLOCK(t); LOCK(t); (t)->total++; UNLOCK(t); } while (0)
#define BARE(t) LOCK(t); (t)->total++; UNLOCK(t)
/* What gives its block's value, and a user that is compiled in a way of its own. */
#define GONE(t) ({ LOCK(t); (t)->total++; UNLOCK(t); })
#define OWN(t) do { LOCK(t); (t)->total++; UNLOCK(t); } while (0)

static int three(void)
{
	return 3;
}

static void arguments(struct table *t, struct part *p, int n)
{
	int shared = 4, *to = &shared;

	SET_DOING(t, n++);
	ADD_READ(t, p->n);
	SET_CALLED(t, three());
	outside = n;
	ADD_OUTSIDE(t, outside);
	own = n;
	ADD_OWN(t, own);
	*to = n;
	ADD_SHARED(t, shared);
	ADD_BESIDE(beside, 1);
	NEXT(t, n);
	DOUBLE(t, n + 1);
	CLEAR_AS(t, short);
	FETCH(t, n);
	BUMP(t, tal);
	SAY(t, what);
	printf("%d\n", n);
}

struct ADD_cs {           /* t->lock, in.c:25 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int ADD_cs(void *ctx)
{
	struct ADD_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->total += (n);
	return 0;
}

static void types(struct table *t, int n, long l)
{
	ADD_ANY(t, n);
	ADD_ANY(t, l);
	ADD(t, n);
	ADD(&table, n + 1);
	COUNT(t, total);
	COUNT(t, large);
	BITS(t, odd);
	BITS(t, even);
}

static void variables(struct table *t, int seen, int n)
{
	int last = n;
	long kept;

	SWAP(t);
	FIRST(t);
	LAST(t);
	SEEN(t);
	if (n)
		kept = n;
	KEEP(t);
	if (n)
		printf("%d %ld\n", last, kept);
}

__attribute__((noinline, optimize("O1")))
static void alone(struct table *t)
{
	OWN(t);
}

/* table.lock, in.c:152-154 */
static int others_cs(void *ctx)
{
	table.total++;
	return 0;
}

static void others(struct table *t)
{
	SEEN(t);
	ONCE(t);
	TWICE(t);
	RARE(t, 1);
#ifdef NEVER
	RARE(t, 2.5);
#endif
#define STEP 3
	LATER(t);
	WHERE(t);
	NOTED(t);
	AGAIN(t);
	BARE(t);
	if (GONE(t))
		puts("wrong");
	alone(t);
	rcl_exec_anon(&table.lock, others_cs, NULL, 0);
}

int main(void)
{
	arguments(&table, &table.part, 2);
	types(&table, 3, 4);
	seen = 6;
	variables(&table, 7, 8);
	others(&table);
	printf("%d %d %ld %d %d\n", table.total, table.counts[0], table.large, table.odd, table.even);
	return 0;
}
