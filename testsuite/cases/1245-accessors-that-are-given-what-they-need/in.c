/* The accessor of a lock function's mutex is given what that depends on, and nothing that nobody would use. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { pthread_mutex_t m; const char *file; int line; };
struct table { struct my_mutex rows[4]; int sums[4]; };

static struct my_mutex list_lock = { PTHREAD_MUTEX_INITIALIZER, NULL, 0 };
static struct table table = { .rows = { [0 ... 3] = { PTHREAD_MUTEX_INITIALIZER, NULL, 0 } } };
static struct my_mutex own = { PTHREAD_MUTEX_INITIALIZER, NULL, 0 };
static int sum, wrong;

static void my_lock(const char *file, int line, struct my_mutex *l)
{
	pthread_mutex_lock(&l->m);
	l->file = file;
	l->line = line;
}

static void my_unlock(struct my_mutex *l)
{
	l->file = "nowhere";
	pthread_mutex_unlock(&l->m);
}

/* says where, but only if it fails */
static void row_lock(struct table *t, const char *where, int row)
{
	if (pthread_mutex_lock(&t->rows[row].m) != 0) {
		fprintf(stderr, "row_lock: %s\n", where);
		abort();
	}
}

static void row_unlock(struct table *t, int row, const char *where)
{
	if (pthread_mutex_unlock(&t->rows[row].m) != 0) {
		fprintf(stderr, "row_unlock: %s\n", where);
		abort();
	}
}

/* the mutex is the same for all */
static void own_lock(int line)
{
	pthread_mutex_lock(&own.m);
	own.line = line;
}

static void own_unlock(void)
{
	own.line = 0;
	pthread_mutex_unlock(&own.m);
}

static void add(int n)
{
	my_lock(__FILE__, __LINE__, &list_lock);
	sum += n;
	wrong += list_lock.line == 0;
	my_unlock(&list_lock);
}

static void add_row(struct table *t, int row, int n)
{
	row_lock(t, "add_row", row);
	t->sums[row] += n;
	row_unlock(t, row, "add_row");
}

static void add_own(int n)
{
	own_lock(n);
	sum += n;
	wrong += own.line != n;
	own_unlock();
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
