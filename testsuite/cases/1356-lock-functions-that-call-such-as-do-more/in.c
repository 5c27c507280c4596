/* Lock functions that call others which do more than take a lock: what those do goes with the sections of the callers. */
#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t m;
	const char *who;
	int owner, wants, waits;
};

struct db {
	struct mutex lock;
	const char *name;
	int rows;
};

struct table {
	struct db *db;
	struct mutex locks[2];
	int rows;
};

#define MUTEX { PTHREAD_MUTEX_INITIALIZER, "", 0, 0, 0 }

static struct db db = { MUTEX, "db", 0 };
static struct table table = { &db, { MUTEX, MUTEX }, 0 };
static struct mutex global = MUTEX;
static int total;

static void mutex_take(struct mutex *m, const char *who, int owner)
{
	__atomic_add_fetch(&m->wants, 1, __ATOMIC_RELAXED);
	if (pthread_mutex_trylock(&m->m) != 0) {
		__atomic_add_fetch(&m->waits, 1, __ATOMIC_RELAXED);
		pthread_mutex_lock(&m->m);
	}
	m->who = who;
	m->owner = owner;
}

static void mutex_give(struct mutex *m)
{
	m->who = "nobody";
	m->owner = 0;
	pthread_mutex_unlock(&m->m);
}

/* for the data base */
static void db_lock(struct db *d, int owner)
{
	mutex_take(&d->lock, "db_lock", owner);
}

static void db_unlock(struct db *d)
{
	mutex_give(&d->lock);
}

/* and one more step away */
static void table_lock(struct table *t)
{
	(void)t;
	db_lock(&db, 7);
}

static void table_unlock(struct table *t)
{
	(void)t;
	db_unlock(&db);
}

static void global_lock(void)
{
	mutex_take(&global, "global", 9);
}

static void global_unlock(void)
{
	mutex_give(&global);
}

/* given what memory says at that time */
static void named_lock(struct db *d)
{
	mutex_take(&d->lock, d->name, 3);
}

/* does something more itself */
static void counted_lock(struct db *d)
{
	mutex_take(&d->lock, "counted", 4);
	total++;
}

static int add(int n)
{
	db_lock(&db, n + 1);
	db.rows += db.lock.owner;
	n = db.rows;
	db_unlock(&db);
	return n;
}

static int add_to(struct table *t, int n)
{
	table_lock(t);
	t->rows += n;
	if (t->rows > 50) {
		table_unlock(t);
		return -1;
	}
	n = t->rows + db.lock.owner;
	table_unlock(t);
	return n;
}

static void count(int n)
{
	global_lock();
	total += n * (global.owner == 9);
	global_unlock();
}

static int named(int n)
{
	named_lock(&db);
	n += db.lock.owner + db.rows;
	db_unlock(&db);
	return n;
}

static int counted(int n)
{
	counted_lock(&db);
	n += db.lock.owner + total;
	db_unlock(&db);
	return n;
}

static void *work(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < 100; i++) {
		add(0);
		count(1);
		add_to(&table, 1);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int i;

	printf("%d %d %d %d %d\n", add(2), add(3), add_to(&table, 4), named(5), counted(6));
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %d %d %s %s\n", db.rows, table.rows, total, db.lock.wants, db.lock.who, global.who);
	return 0;
}
