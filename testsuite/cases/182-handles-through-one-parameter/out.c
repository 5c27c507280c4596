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
	struct guard guards[3];
	handle_t table, queue;
	int items, queued;
};

int guard_lock(struct store *s, handle_t handle)
{
	return s->guards[handle].broken ? E_STORE : rcl_lock(&s->guards[handle].mutex);
}

int guard_unlock(struct store *s, handle_t handle)
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

/* it gets any handle, and takes none */
static int intact(struct store *s, handle_t handle)
{
	return !s->guards[handle].broken;
}

struct hold_cs {          /* s->queue, in.c:55-57 */
	struct store *s;  /* in */
};

static int hold_cs(void *ctx)
{
	struct hold_cs *cs = ctx;
	struct store *s = cs->s;

	s->queued++;
	return RCL_KEEP | 1;
}

static int hold(struct store *s)
{
	struct hold_cs cs = { .s = s };
	if (store_execute(rcl_exec_anon, s, s->queue, hold_cs, &cs, sizeof(cs)) < 0) {
		return (E_STORE);
	}
	return 0;
}

static int settle(struct store *s)
{
	s->queued = -s->queued;
	STORE_UNLOCK(s, s->queue);
	return 0;
}

static int leave(struct store *s, handle_t handle)
{
	s->queued += 10;
	STORE_UNLOCK(s, handle);
	return 0;
}

struct add_cs {           /* s->table, in.c:78-82 */
	struct store *s;  /* in */
	int n;            /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	s->items += intact(s, s->table) + intact(s, s->queue);
	settle(s);
	s->items += n;
	return 0;
}

/* what is released in a function is another mutex than the section's */
static int add(struct store *s, int n)
{
	hold(s);
	struct add_cs cs = { .s = s, .n = n };
	if (store_execute(rcl_exec_anon, s, s->table, add_cs, &cs, sizeof(cs)) < 0) {
		return (E_STORE);
	}
	return s->items;
}

struct queued_cs {        /* mine, in.c:92-93 */
	struct store *s;  /* in */
	int n;            /* out */
};

static int queued_cs(void *ctx)
{
	struct queued_cs *cs = ctx;
	struct store *s = cs->s;
	int n;

	n = ++s->queued;
	cs->n = n;
	return RCL_KEEP;
}

/* it is the section's own, by another name */
static int queued(struct store *s)
{
	handle_t mine = s->queue;
	int n;

	struct queued_cs cs = { .s = s };
	if (store_execute(rcl_exec_anon, s, mine, queued_cs, &cs, sizeof(cs)) < 0) {
		return (E_STORE);
	}
	n = cs.n;
	settle(s);
	return n;
}

struct passed_cs {        /* s->table, in.c:101-102 */
	struct store *s;  /* in */
};

static int passed_cs(void *ctx)
{
	struct passed_cs *cs = ctx;
	struct store *s = cs->s;

	s->items++;
	return RCL_KEEP;
}

/* and here by a parameter, which gets the one or the other */
static int passed(struct store *s)
{
	struct passed_cs cs = { .s = s };
	if (store_execute(rcl_exec_anon, s, s->table, passed_cs, &cs, sizeof(cs)) < 0) {
		return (E_STORE);
	}
	leave(s, s->table);
	hold(s);
	leave(s, s->queue);
	return s->items;
}

int main(void)
{
	static struct store s = { .table = 1, .queue = 2 };
	static struct guard plain = { RCL_MUTEX_INITIALIZER(guard_mutex), 0 };
	int n;

	s.guards[0] = s.guards[1] = s.guards[2] = plain;
	n = add(&s, 3);
	printf("%d %d\n", n, s.queued);
	n = queued(&s);
	printf("%d %d\n", n, s.queued);
	n = passed(&s);
	printf("%d %d\n", n, s.queued);
	return 0;
}
