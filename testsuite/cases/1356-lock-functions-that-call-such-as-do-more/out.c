/* Lock functions that call others which do more than take a lock: what those do goes with the sections of the callers. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t m;
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

#define MUTEX { RCL_MUTEX_INITIALIZER(mutex_m), "", 0, 0, 0 }

static struct db db = { MUTEX, "db", 0 };
static struct table table = { &db, { MUTEX, MUTEX }, 0 };
static struct mutex global = MUTEX;
static int total;

static rcl_mutex_t *mutex_take_mutex(struct mutex *m)
{
	return &m->m;
}

static void mutex_take_ahead(struct mutex *m)
{
	__atomic_add_fetch(&m->wants, 1, __ATOMIC_RELAXED);
}

static void mutex_take_busy(struct mutex *m)
{
	__atomic_add_fetch(&m->waits, 1, __ATOMIC_RELAXED);
}

static void mutex_take_held(struct mutex *m, const char *who, int owner)
{
	m->who = who;
	m->owner = owner;
}

static void mutex_take(struct mutex *m, const char *who, int owner)
{
	mutex_take_ahead(m);
	if (rcl_trylock(&m->m) != 0) {
		mutex_take_busy(m);
		rcl_lock(&m->m);
	}
	mutex_take_held(m, who, owner);
}

static void mutex_give_held(struct mutex *m)
{
	m->who = "nobody";
	m->owner = 0;
}

static void mutex_give(struct mutex *m)
{
	mutex_give_held(m);
	rcl_unlock(&m->m);
}

static rcl_mutex_t *db_mutex(struct db *d)
{
	return mutex_take_mutex(&d->lock);
}

static void db_lock_ahead(struct db *d)
{
	mutex_take_ahead(&d->lock);
}

static void db_lock_busy(struct db *d)
{
	mutex_take_busy(&d->lock);
}

static void db_lock_held(struct db *d, int owner)
{
	mutex_take_held(&d->lock, "db_lock", owner);
}

static void db_unlock_held(struct db *d)
{
	mutex_give_held(&d->lock);
}

static void db_unlock(struct db *d)
{
	mutex_give(&d->lock);
}

static void table_lock_ahead(void)
{
	db_lock_ahead(&db);
}

static void table_lock_busy(void)
{
	db_lock_busy(&db);
}

static void table_lock_held(void)
{
	db_lock_held(&db, 7);
}

static void table_unlock_held(void)
{
	db_unlock_held(&db);
}

static void global_lock_ahead(void)
{
	mutex_take_ahead(&global);
}

static void global_lock_busy(void)
{
	mutex_take_busy(&global);
}

static void global_lock_held(void)
{
	mutex_take_held(&global, "global", 9);
}

static void global_unlock_held(void)
{
	mutex_give_held(&global);
}

/* given what memory says at that time */
static void named_lock(struct db *d)
{
	mutex_take(&d->lock, d->name, 3);
}

struct counted_lock_cs {  /* d->lock.m, in.c:91-92 */
	struct mutex *m;  /* in */
};

static int counted_lock_cs(void *ctx)
{
	struct counted_lock_cs *cs = ctx;
	struct mutex *m = cs->m;

	mutex_take_held(m, "counted", 4);
	total++;
	return RCL_KEEP;
}

/* does something more itself */
static void counted_lock(struct db *d)
{
	struct counted_lock_cs cs = { .m = &d->lock };
	mutex_take_ahead(&d->lock);
	if (rcl_tryexec(mutex_take_mutex(&d->lock), counted_lock_cs, &cs, sizeof(cs)) < 0) {
		mutex_take_busy(&d->lock);
		rcl_exec_anon(mutex_take_mutex(&d->lock), counted_lock_cs, &cs, sizeof(cs));
	}
}

struct add_cs {     /* db.lock.m, in.c:97-100 */
	int n;      /* out */
	int owner;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n;
	int owner = cs->owner;

	db_lock_held(&db, owner);
	db.rows += db.lock.owner;
	n = db.rows;
	cs->n = n;
	db_unlock_held(&db);
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .owner = n + 1 };
	db_lock_ahead(&db);
	if (rcl_tryexec(db_mutex(&db), add_cs, &cs, sizeof(cs)) < 0) {
		db_lock_busy(&db);
		rcl_exec_anon(db_mutex(&db), add_cs, &cs, sizeof(cs));
	}
	n = cs.n;
	return n;
}

struct add_to_cs {        /* db.lock.m, in.c:106-113 */
	struct table *t;  /* in */
	int n;            /* in-out */
};

static int add_to_cs(void *ctx)
{
	struct add_to_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	table_lock_held();
	t->rows += n;
	if (t->rows > 50) {
		table_unlock_held();
		return 1;
	}
	n = t->rows + db.lock.owner;
	cs->n = n;
	table_unlock_held();
	return 0;
}

static int add_to(struct table *t, int n)
{
	struct add_to_cs cs = { .t = t, .n = n };
	table_lock_ahead();
	int way = rcl_tryexec(db_mutex(&db), add_to_cs, &cs, sizeof(cs));

	if (way < 0) {
		table_lock_busy();
		way = rcl_exec_anon(db_mutex(&db), add_to_cs, &cs, sizeof(cs));
	}
	if (way == 1) {
		return -1;
	}
	n = cs.n;
	return n;
}

struct count_cs {  /* global.m, in.c:119-121 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	global_lock_held();
	total += n * (global.owner == 9);
	global_unlock_held();
	return 0;
}

static void count(int n)
{
	struct count_cs cs = { .n = n };
	global_lock_ahead();
	if (rcl_tryexec(mutex_take_mutex(&global), count_cs, &cs, sizeof(cs)) < 0) {
		global_lock_busy();
		rcl_exec_anon(mutex_take_mutex(&global), count_cs, &cs, sizeof(cs));
	}
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
