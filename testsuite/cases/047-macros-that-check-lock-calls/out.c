#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static void log_err(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
}

#define LOCKRET(func) do { \
	int lockret_err; \
	if ((lockret_err = (func)) != 0) \
		log_err("could not " #func, strerror(lockret_err)); \
	} while (0)
#define lock_basic_init(lock) LOCKRET(rcl_mutex_init(lock, NULL, table_lock))
#define lock_basic_lock(lock) LOCKRET(rcl_lock(lock))
#define lock_basic_unlock(lock) LOCKRET(rcl_unlock(lock))

struct table {
	rcl_mutex_t lock;
	int used;
};

struct add_cs {           /* t->lock, in.c:26-32 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	if (t->used > 10) {
		return 1;
	}
	t->used += n;
	return 0;
}

static int add(struct table *t, int n)
{
	struct add_cs cs = { .t = t, .n = n };
	if (rcl_exec_anon(&t->lock, add_cs, &cs, sizeof(cs)) == 1)
		return 0;
	return 1;
}

struct find_cs {          /* t->lock, in.c:39-42 */
	struct table *t;  /* in */
};

static int find_cs(void *ctx)
{
	struct find_cs *cs = ctx;
	struct table *t = cs->t;

	if (t->used)
		return RCL_KEEP | 1;
	return 0;
}

/* Locked for the caller if there is something. */
static int *find(struct table *t)
{
	struct find_cs cs = { .t = t };
	if (rcl_exec_anon(&t->lock, find_cs, &cs, sizeof(cs)) == 1)
		return &t->used;
	return NULL;
}

int main(void)
{
	struct table t = { .used = 0 };
	int *used, added = 0;

	lock_basic_init(&t.lock);
	used = find(&t);
	printf("%s\n", used ? "some" : "none");
	for (int i = 0; i < 8; i++)
		added += add(&t, i);
	used = find(&t);
	if (used) {
		printf("%d %d\n", *used, added);
		lock_basic_unlock(&t.lock);
	}
	return 0;
}
