/* What a lock function that tries first is given is worked out once, whether it waits or not. */
#include <pthread.h>
#include <stdio.h>

struct lock {
	pthread_mutex_t m;
	unsigned long contended;
	const char *where;
};

static struct lock stats = { PTHREAD_MUTEX_INITIALIZER, 0, "" };
static int total, named;

static void lock_take(struct lock *l, const char *where)
{
	if (pthread_mutex_trylock(&l->m)) {
		__atomic_add_fetch(&l->contended, 1, __ATOMIC_RELAXED);
		l->where = where;
		pthread_mutex_lock(&l->m);
	}
}

static void lock_give(struct lock *l)
{
	pthread_mutex_unlock(&l->m);
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

static void by_a_macro(int n)
{
	TAKE_STATS;
	total += n;
	lock_give(&stats);
}

static void by_a_macro_with_all(int n)
{
	TAKE_WITH((&stats, "all"));
	total += n;
	lock_give(&stats);
}

static void by_a_value(int n)
{
	lock_take(&stats, n ? "some" : "none");
	total += n;
	lock_give(&stats);
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
