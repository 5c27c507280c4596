/* What a lock function is given is worked out before all that it does: before it counts who waits, too. */
#include <pthread.h>

struct table {
	pthread_mutex_t lock;
	int waiting;
	int behind;
	long sum;
};

static struct table table = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void table_lock(struct table *t, int behind)
{
	__atomic_fetch_add(&t->waiting, 1, __ATOMIC_RELAXED);
	pthread_mutex_lock(&t->lock);
	t->behind += behind;
}

static void table_unlock(struct table *t)
{
	pthread_mutex_unlock(&t->lock);
}

/* stays */
void add(long by)
{
	table_lock(&table, table.waiting);
	table.sum += by;
	table_unlock(&table);
}

void add_more(struct table *t, long by, int behind)
{
	table_lock(t, behind + 1);
	t->sum += by;
	table_unlock(t);
}
