#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* Mutexes are places in the store's table; a lock call leaves the function where one is broken. */
typedef unsigned int handle_t;

#define E_STORE (-7)

struct guard {
	rcl_mutex_t mutex;
	int broken;
};

struct store {
	struct guard guards[2];
	handle_t table;
	int shared, items, peak;
};

static int guard_unlock(struct store *s, handle_t handle)
{
	return rcl_unlock(&s->guards[handle].mutex);
}

#define STORE_LOCK(s, handle) do {					\
	if (guard_lock(s, handle) != 0)					\
		return (E_STORE);					\
} while (0)
#define STORE_UNLOCK(s, handle) do {					\
	if (guard_unlock(s, handle) != 0)				\
		return (E_STORE);					\
} while (0)

#ifdef RCL_H
static int store_execute(rcl_exec_fn *execute, struct store *s, handle_t handle, rcl_section_fn *section, void *ctx,
			 size_t size)
{
	return s->guards[handle].broken ? -1 : execute(&s->guards[handle].mutex, section, ctx, size);
}
#endif

struct add_cs {           /* s->table, in.c:49-53 */
	struct store *s;  /* in */
	int n;            /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	s->items += n;
	return 0;
}

static int add(struct store *s, int n, int locked)
{
	struct add_cs cs = { .s = s, .n = n };
	int way = !locked
			? store_execute(rcl_exec_anon, s, s->table, add_cs, &cs, sizeof(cs))
			: add_cs(&cs);
	if (way < 0) {
		return (E_STORE);
	}
	return 0;
}

struct items_cs {         /* s->table, in.c:61-65 */
	struct store *s;  /* in */
	int n;            /* out */
};

static int items_cs(void *ctx)
{
	struct items_cs *cs = ctx;
	struct store *s = cs->s;
	int n;

	n = s->items;
	cs->n = n;
	return 0;
}

static int items(struct store *s)
{
	int n;

	struct items_cs cs = { .s = s };
	int way = s->shared > 1
			? store_execute(rcl_exec_anon, s, s->table, items_cs, &cs, sizeof(cs))
			: items_cs(&cs);
	if (way < 0) {
		return (E_STORE);
	}
	n = cs.n;
	return n;
}

struct move_cs {          /* s->table, in.c:73-83 */
	struct store *s;  /* in */
	int n;            /* in */
	int left;         /* out */
};

static int move_cs(void *ctx)
{
	struct move_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int left;

	if (n > s->items) {
		return 1;
	}
	s->items -= n;
	left = s->items;
	cs->left = left;
	return 0;
}

static int move(struct store *s, int n)
{
	int left = 0;

	struct move_cs cs = { .s = s, .n = n };
	int way = (n ? s->shared : s->peak)
			? store_execute(rcl_exec_anon, s, s->table, move_cs, &cs, sizeof(cs))
			: move_cs(&cs);

	if (way < 0) {
		return (E_STORE);
	}
	if (way == 1) {
		return n - s->items;
	}
	left = cs.left;
	return left;
}

struct twice_table_2_cs {     /* other->table, in.c:93-95 */
	struct store *other;  /* in */
};

static int twice_table_2_cs(void *ctx)
{
	struct twice_table_2_cs *cs = ctx;
	struct store *other = cs->other;

	other->items *= 2;
	return 0;
}

struct twice_table_1_cs {     /* s->table, in.c:90-97 */
	struct store *s;      /* in */
	struct store *other;  /* in */
};

static int twice_table_1_cs(void *ctx)
{
	struct twice_table_1_cs *cs = ctx;
	struct store *s = cs->s;
	struct store *other = cs->other;

	s->items *= 2;
	struct twice_table_2_cs table_2_cs = { .other = other };
	if (store_execute(rcl_exec_anon, other, other->table, twice_table_2_cs,
			&table_2_cs, sizeof(table_2_cs)) < 0) {
		return (E_STORE);
	}
	return 0;
}

/* a section inside has failed, and so does the one around it */
static int twice(struct store *s, struct store *other, int locking)
{
	struct twice_table_1_cs cs = { .s = s, .other = other };
	int way = locking
			? store_execute(rcl_exec_anon, s, s->table, twice_table_1_cs,
					&cs, sizeof(cs))
			: twice_table_1_cs(&cs);
	if (way < 0) {
		return (E_STORE);
	}
	return s->items;
}

struct count_cs {         /* s->table, in.c:104-107 */
	struct store *s;  /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct store *s = cs->s;

	if (s->items > 3)
		s->shared++;
	return RCL_KEEP;
}

/* the condition changes: up to the release */
static int count(struct store *s)
{
	struct count_cs cs = { .s = s };
	int way = s->shared
			? store_execute(rcl_exec_anon, s, s->table, count_cs, &cs, sizeof(cs))
			: count_cs(&cs) & ~RCL_KEEP;
	if (way < 0) {
		return (E_STORE);
	}
	if (s->shared)
		STORE_UNLOCK(s, s->table);
	return s->shared;
}

int main(void)
{
	static struct store s = { .shared = 2 }, broken = { .shared = 2, .guards = { { .broken = 1 } } };
	static struct guard plain = { RCL_MUTEX_INITIALIZER(guard_mutex), 0 };

	s.guards[0] = s.guards[1] = plain;
	printf("%d %d %d\n", add(&s, 3, 0), add(&s, 4, 1), items(&s));
	printf("%d %d %d\n", add(&broken, 3, 0), add(&broken, 4, 1), items(&broken));
	printf("%d %d %d\n", move(&s, 2), move(&s, 9), move(&broken, 9));
	printf("%d %d %d\n", twice(&s, &broken, 0), s.items, count(&s));
	return 0;
}
