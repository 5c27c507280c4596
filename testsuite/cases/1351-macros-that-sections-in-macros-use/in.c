#include <pthread.h>
#include <stdio.h>

#define LOCK(t) pthread_mutex_lock(&(t)->lock)
#define UNLOCK(t) pthread_mutex_unlock(&(t)->lock)

struct table {
	pthread_mutex_t lock;
	int total, spare;
};

static struct table table = { PTHREAD_MUTEX_INITIALIZER, 0, 0 }, other = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static struct table *all = &table;
static int ahead = 2;
static int of_n = 1000, of_count = 3, of_hits = 4;

#define SIZE 1
#define WIDTH (SIZE + 1)
#define DEPTH LATER
#define STEP ahead
#define COUNTED cs

/* What another macro comes to is not the same for all that use it, or not known yet where its function stands. */
#define WIDE(t) do { LOCK(t); (t)->total += WIDTH; UNLOCK(t); } while (0)
#define DEEP(t) do { LOCK(t); (t)->total += DEPTH; UNLOCK(t); } while (0)
#define GO_ON(t) do { LOCK(t); (t)->total += STEP; UNLOCK(t); } while (0)

/* What it is given is also read, and is a part of a name; what the section says itself may be. */
#define SAID(n) said(#n, n)
#define SAID_TOO(n) (1 + SAID(n))
#define OF(n) ((n) + of_##n)
#define TELL(t, n) do { LOCK(t); (t)->total += SAID(n); UNLOCK(t); } while (0)
#define TELL_TOO(t, n) do { LOCK(t); (t)->total += SAID_TOO((n) + 1); UNLOCK(t); } while (0)
#define TELL_FIELD(t, what) do { LOCK(t); (t)->total += SAID((t)->what); UNLOCK(t); } while (0)
#define ADD(t, n) do { LOCK(t); (t)->total += OF(n); UNLOCK(t); } while (0)
#define ADD_HITS(t, n) do { LOCK(t); (t)->total += OF(hits) + (n); UNLOCK(t); } while (0)

/* A field that is asked for, and handed on. */
#define SPEND(t, what)                                  \
	do {                                            \
		LOCK(t);                                \
		if ((t)->what)                          \
			(t)->what -= half((t)->what);   \
		while_spent(((t)->what));               \
		UNLOCK(t);                              \
	} while (0)

/* The mutex is that of the whole, where the macro has another meaning for its name. */
#define LOCK_ALL() LOCK(all)
#define UNLOCK_ALL() UNLOCK(all)
#define ADD_ALL(all, n) do { LOCK_ALL(); (all)->total += (n); UNLOCK_ALL(); } while (0)
#define ADD_BOTH(t, n) do { LOCK_ALL(); all->total += (n); UNLOCK_ALL(); (t)->total += (n); } while (0)

/* It is called like a context. */
#define ADD_CS(t) do { LOCK(t); (t)->total += COUNTED; UNLOCK(t); } while (0)

static int said(const char *what, int n)
{
	printf("%s: %d\n", what, n);
	return n;
}

static int half(int n)
{
	return n / 2;
}

static void while_spent(int left)
{
	printf("%d left\n", left);
}

static void early(struct table *t)
{
	WIDE(t);
	GO_ON(t);
	ahead++;
}

#define ahead 7
#undef SIZE
#define SIZE 3
static int later(struct table *t)
{
	return t->spare;
}
#define LATER later(&table)

static void late(struct table *t)
{
	WIDE(t);
	GO_ON(t);
	DEEP(t);
}

#undef LATER
#define LATER 5
static void last(struct table *t, int count, int cs)
{
	int hits = 6;

	DEEP(t);
	TELL(t, count);
	TELL_TOO(t, count);
	TELL_FIELD(t, spare);
	ADD(t, count);
	ADD_HITS(t, count);
	SPEND(t, spare);
	ADD_CS(t);
	ADD_ALL(&other, hits);
	ADD_BOTH(&other, hits);
	LOCK(t);
	hits += t->spare;
	UNLOCK(t);
	printf("%d\n", hits);
}

int main(void)
{
	table.spare = 9;
	early(&table);
	late(&table);
	last(&table, of_n, of_count);
	printf("%d %d %d %d\n", table.total, table.spare, other.total, of_hits);
	return 0;
}
