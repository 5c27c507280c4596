/* What a lock function that tries first is given is worked out once, whether it waits or not. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct lock {
	rcl_mutex_t m;
	unsigned long contended;
	const char *where;
};

static struct lock stats = { RCL_MUTEX_INITIALIZER(lock_m), 0, "" };
static int total, named;

static rcl_mutex_t *take_mutex(struct lock *l)
{
	return &l->m;
}

static void lock_take_busy(struct lock *l, const char *where)
{
	__atomic_add_fetch(&l->contended, 1, __ATOMIC_RELAXED);
	l->where = where;
}

static void lock_take(struct lock *l, const char *where)
{
	if (rcl_trylock(&l->m)) {
		lock_take_busy(l, where);
		rcl_lock(&l->m);
	}
}

static void lock_give(struct lock *l)
{
	rcl_unlock(&l->m);
}

#define TAKE_STATS lock_take(&stats, "by a macro")
#define TAKE_WITH(args) lock_take args

static const char *name(void)
{
	return named++ ? "again" : "first";
}

static void by_a_call(int n)
{
	lock_take(&stats, name());
	total += n;
	lock_give(&stats);
}

static void by_a_step(const char *const *names, int n)
{
	lock_take(&stats, *names++);
	total += n;
	lock_give(&stats);
	total += **names == 'b';
}

static void by_a_literal(int n)
{
	lock_take(&stats, (const char []){ "literal" });
	total += n;
	lock_give(&stats);
}

static void by_a_block(int n)
{
	lock_take(&stats, ({ named++; "block"; }));
	total += n;
	lock_give(&stats);
}

struct by_a_macro_cs {  /* stats.m, in.c:67-69 */
	int n;          /* in */
};

static int by_a_macro_cs(void *ctx)
{
	struct by_a_macro_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void by_a_macro(int n)
{
	struct by_a_macro_cs cs = { .n = n };
	if (rcl_tryexec(take_mutex(&stats), by_a_macro_cs, &cs, sizeof(cs)) < 0) {
		lock_take_busy(&stats, "by a macro");
		rcl_exec_anon(take_mutex(&stats), by_a_macro_cs, &cs, sizeof(cs));
	}
}

struct by_a_macro_with_all_cs {  /* stats.m, in.c:74-76 */
	int n;                   /* in */
};

static int by_a_macro_with_all_cs(void *ctx)
{
	struct by_a_macro_with_all_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void by_a_macro_with_all(int n)
{
	struct by_a_macro_with_all_cs cs = { .n = n };
	if (rcl_tryexec(take_mutex(&stats), by_a_macro_with_all_cs, &cs, sizeof(cs)) < 0) {
		lock_take_busy(&stats, "all");
		rcl_exec_anon(take_mutex(&stats), by_a_macro_with_all_cs, &cs, sizeof(cs));
	}
}

struct by_a_value_cs {  /* stats.m, in.c:81-83 */
	int n;          /* in */
};

static int by_a_value_cs(void *ctx)
{
	struct by_a_value_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void by_a_value(int n)
{
	struct by_a_value_cs cs = { .n = n };
	if (rcl_tryexec(take_mutex(&stats), by_a_value_cs, &cs, sizeof(cs)) < 0) {
		lock_take_busy(&stats, n ? "some" : "none");
		rcl_exec_anon(take_mutex(&stats), by_a_value_cs, &cs, sizeof(cs));
	}
}

int main(void)
{
	by_a_call(2);
	by_a_call(3);
	by_a_value(4);
	by_a_step((const char *const []){ "a", "b" }, 5);
	by_a_literal(6);
	by_a_block(7);
	by_a_macro(8);
	by_a_macro_with_all(9);
	printf("%d %d %lu %s\n", total, named, stats.contended, stats.where);
	return 0;
}
