#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#define LOCK(t) pthread_mutex_lock(&(t)->lock)
#define UNLOCK(t) pthread_mutex_unlock(&(t)->lock)
struct table { pthread_mutex_t lock; int total; long wide; };
static struct table table = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
/* A name that another file defines. */
#define MOST(t) do { LOCK(t); (t)->total += (t)->total < INT_MAX - 9; UNLOCK(t); } while (0)
static void most(struct table *t) { MOST(t); }

/* A value that is kept and counted, and a field that is spelled in two ways. */
#define SPLIT(t, n) do { LOCK(t); (t)->wide = (n); (t)->total += (n); UNLOCK(t); } while (0)
#define SPELLED(t, field) do { LOCK(t); (t)->field += 1; t->field *= 2; UNLOCK(t); } while (0)
/* What is called, what is read from memory, and what is worked out. */
#define CALL(t, f) do { LOCK(t); (t)->total += (f)(1); UNLOCK(t); } while (0)
#define TWICE(t, n) do { LOCK(t); (t)->total += (n) + (n); UNLOCK(t); } while (0)
#define GIVE(t, n) do { LOCK(t); (t)->total += (n); table.wide += 1; UNLOCK(t); } while (0)

static int same(int n)
{
	return n;
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
