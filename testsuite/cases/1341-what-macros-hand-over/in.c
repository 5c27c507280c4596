#include <pthread.h>
#include <stdio.h>

#define LOCK(t) pthread_mutex_lock(&(t)->lock)
#define UNLOCK(t) pthread_mutex_unlock(&(t)->lock)
#define COUNTED count

struct part { int n; };
struct exact { int n[16]; };
struct table {
	pthread_mutex_t lock;
	int total, counts[4];
	long large, wide;
};

static struct table table = { PTHREAD_MUTEX_INITIALIZER, 0, { 0 }, 0, 0 };
static long outside;

/* Without arguments. */
#define TICK() do { LOCK(&table); table.total++; UNLOCK(&table); } while (0)
#define TOCK do { LOCK(&table); table.total++; UNLOCK(&table); } while (0)
/* The lock calls are macros of their own. */
#define TAKE(t) ((pthread_mutex_lock(&(t)->lock)))
#define PLAIN(t) do { TAKE(t); (t)->total++; UNLOCK(t); } while (0)
/* It holds an element, a text, a block and a call. */
#define SAY(t) do { LOCK(t); if ((t)->counts[1]++ < 9) { puts("said"); (t)->total++; } UNLOCK(t); } while (0)
/* A field behind a condition, and behind a cast. */
#define ONCE(t, field) do { LOCK(t); if ((t)->total > 1) t->field += 1; UNLOCK(t); } while (0)
#define CAST(t, field) do { LOCK(t); (t)->large += (long)t->field; UNLOCK(t); } while (0)
/* Variables of their user's: that lead to a field, behind other names, and between parameters. */
#define OWN(field) do { LOCK(&table); mine->field += 1; UNLOCK(&table); } while (0)
#define COUNT(t) do { LOCK(t); (t)->total += COUNTED; UNLOCK(t); } while (0)
#define STEP(t, n) do { LOCK(t); (t)->total += (n) * (step & (t)->total) - -step; UNLOCK(t); } while (0)
#define BOTH(t, field) do { LOCK(t); mine->field += mine != NULL; (t)->total++; UNLOCK(t); } while (0)
/* Values that get the types of what they are given to, and such as keep their own. */
#define TO_FIELD(t, n) do { LOCK(t); (t)->wide = (n); UNLOCK(t); } while (0)
#define TO_NAME(t, n) do { LOCK(t); outside = (n); (t)->total++; UNLOCK(t); } while (0)
#define TO_ELEMENT(t, n) do { LOCK(t); (t)->counts[1] = (n); UNLOCK(t); } while (0)
#define TO_SUM(t, n) do { LOCK(t); (t)->wide = (t)->large + (n); UNLOCK(t); } while (0)
#define SUM_OF(t, n) do { LOCK(t); (t)->total += (n) + (n); UNLOCK(t); } while (0)
#define READ(t, p) do { LOCK(t); (t)->total += (p) != NULL; UNLOCK(t); } while (0)

/* As large as what is still copied. */
#define COPY(t) do { LOCK(t); (t)->total += exact.n[15]; UNLOCK(t); } while (0)

static void use(struct table *t, struct table *mine, int n)
{
	const struct part *part = (const struct part *)&t->total;
	struct exact exact = { { 0 } };
	int count = n, step = n + 1;

	TICK();
	TOCK;
	PLAIN(t);
	SAY(t);
	COPY(t);
	if (n > 1) {
		ONCE(t, total);
		CAST(t, total);
		OWN(total);
		BOTH(t, total);
	}
	COUNT(t);
	STEP(t, n);
	TO_FIELD(t, n);
	TO_NAME(t, n);
	TO_ELEMENT(t, n);
	TO_SUM(t, n);
	SUM_OF(t, n);
	READ(t, part);
}

int main(void)
{
	struct table other = { .total = 1 };

	use(&table, &other, 3);
	use(&table, &other, 1);
	printf("%d %d %ld %ld ", table.total, table.counts[1], table.large, table.wide);
	printf("%d %ld\n", other.total, outside);
	return 0;
}
