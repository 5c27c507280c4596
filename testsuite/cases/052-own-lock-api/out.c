#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

/* Mutexes are handles: 0 is none, others are places in the store's table. Their holders are known. */
typedef unsigned int handle_t;

#define E_STORE (-7)
#define GUARDS 4

struct guard {
	rcl_mutex_t mutex;
	int held;
	int broken;
};

struct store {
	struct guard guards[GUARDS];
	handle_t table;
	handle_t queue;
	int items[8];
	int used;
	int queued;
};

static void fill(void *memory, int size)
{
	memset(memory, 0, size);
	memcpy(memory, memory, 0);
}

static void forget(struct store *s)
{
	fill(&s->table, sizeof(s->table));
}

static int guard_init(struct store *s, handle_t handle)
{
	return rcl_mutex_init(&s->guards[handle].mutex, NULL, guard_mutex);
}

static int guard_lock(struct store *s, handle_t handle, int how)
{
	struct guard *guard = &s->guards[handle];
	int error;

	if (guard->broken)
		return E_STORE;
	error = how ? rcl_trylock(&guard->mutex) : rcl_lock(&guard->mutex);
	if (error)
		return error;
	guard->held = 1;
	return 0;
}

static int guard_unlock(struct store *s, handle_t handle)
{
	s->guards[handle].held = 0;
	return rcl_unlock(&s->guards[handle].mutex);
}

#define STORE_LOCK(s, handle) do {					\
	if ((handle) != 0 && guard_lock(s, handle, 0) != 0)		\
		return (E_STORE);					\
} while (0)
#define STORE_READ(s, handle)	STORE_LOCK(s, handle)
#define STORE_TRYLOCK(s, handle)					\
	((handle) == 0 ? 0 : guard_lock(s, handle, 1))
#define STORE_UNLOCK(s, handle) do {					\
	if ((handle) != 0 && guard_unlock(s, handle) != 0)		\
		return (E_STORE);					\
} while (0)

#define TABLE_LOCK(s)	STORE_LOCK(s, (s)->table)
#define TABLE_UNLOCK(s)	STORE_UNLOCK(s, (s)->table)

#define ODD_LOCK(s, n) do {						\
	if ((n) % 2)							\
		STORE_LOCK(s, 3);					\
} while (0)
#define ODD_UNLOCK(s, n) do {						\
	if ((n) % 2)							\
		STORE_UNLOCK(s, 3);					\
} while (0)

#ifdef RCL_H
/* A section on its way to its mutex. */
struct guarded {
	struct guard *guard;
	rcl_section_fn *section;
	void *ctx;
	int failed;
};

/* Runs a section with its guard marked as held. */
static int guarded(void *arg)
{
	struct guarded *g = arg;
	int way;

	g->guard->held = 1;
	way = g->section(g->ctx);
	if (way < 0) {
		g->failed = 1;
		return RCL_KEEP;
	}
	if (!(way & RCL_KEEP))
		g->guard->held = 0;
	return way;
}

static int store_execute(rcl_exec_fn *execute, struct store *s, handle_t handle, rcl_section_fn *section, void *ctx,
			 size_t size)
{
	struct guarded g = { &s->guards[handle], section, ctx, 0 };
	int way;

	(void)size;
	if (handle == 0) {
		way = section(ctx);
		return way < 0 ? way : way & ~RCL_KEEP;
	}
	if (g.guard->broken)
		return -1;
	way = execute(&g.guard->mutex, guarded, &g, 0);
	return g.failed ? -1 : way;
}
#endif

struct add_cs {           /* s->table, in.c:132-134 */
	struct store *s;  /* in */
	int item;         /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct store *s = cs->s;
	int item = cs->item;

	s->items[s->used++] = item;
	return 0;
}

static int add(struct store *s, int item)
{
	struct add_cs cs = { .s = s, .item = item };
	if (store_execute(rcl_exec_anon, s, s->table, add_cs, &cs, sizeof(cs)) < 0)
		return (E_STORE);
	return 0;
}

struct find_cs {          /* s->table, in.c:142-150 */
	struct store *s;  /* in */
	int item;         /* in */
	int found;        /* in-out */
};

static int find_cs(void *ctx)
{
	struct find_cs *cs = ctx;
	struct store *s = cs->s;
	int item = cs->item;
	int i;
	int found = cs->found;

	if (s->used == 0) {
		return 1;
	}
	for (i = 0; i < s->used; i++)
		if (s->items[i] == item)
			found = i;
	cs->found = found;
	return 0;
}

static int find(struct store *s, int item)
{
	int found = -1;

	struct find_cs cs = { .s = s, .item = item, .found = found };
	int way = store_execute(rcl_exec_anon, s, s->table, find_cs, &cs, sizeof(cs));

	if (way < 0)
		return (E_STORE);
	if (way == 1)
		return -2;
	found = cs.found;
	return found;
}

struct move_queue_cs {    /* s->queue, in.c:160-163 */
	struct store *s;  /* in */
	int item;         /* out */
};

static int move_queue_cs(void *ctx)
{
	struct move_queue_cs *cs = ctx;
	struct store *s = cs->s;
	int item;

	item = s->items[--s->used];
	s->queued += item;
	cs->item = item;
	return 0;
}

struct move_table_cs {    /* s->table, in.c:158-165 */
	struct store *s;  /* in */
	int item;         /* in-out */
};

static int move_table_cs(void *ctx)
{
	struct move_table_cs *cs = ctx;
	struct store *s = cs->s;
	int item = cs->item;

	if (s->used > 0) {
		struct move_queue_cs queue_cs = { .s = s };
		if (store_execute(rcl_exec_anon, s, s->queue, move_queue_cs,
				&queue_cs, sizeof(queue_cs)) < 0)
			return (E_STORE);
		item = queue_cs.item;
	}
	cs->item = item;
	return 0;
}

static int move(struct store *s)
{
	int item = 0;

	struct move_table_cs cs = { .s = s, .item = item };
	if (store_execute(rcl_exec_anon, s, s->table, move_table_cs, &cs, sizeof(cs)) < 0)
		return (E_STORE);
	item = cs.item;
	return item;
}

static int look(struct store *s)
{
	int used;

	STORE_READ(s, s->table);
	used = s->used;
	STORE_UNLOCK(s, s->table);
	return used;
}

static int try_add(struct store *s, int item)
{
	if (STORE_TRYLOCK(s, s->table) != 0)
		return -1;
	s->items[s->used++] = item;
	STORE_UNLOCK(s, s->table);
	return 0;
}

static int odd(struct store *s, int n)
{
	ODD_LOCK(s, n);
	s->queued++;
	ODD_UNLOCK(s, n);
	return s->queued;
}

struct begin_cs {         /* s->queue, in.c:198-200 */
	struct store *s;  /* in */
};

static int begin_cs(void *ctx)
{
	struct begin_cs *cs = ctx;
	struct store *s = cs->s;

	s->queued = -s->queued;
	return RCL_KEEP | 1;
}

static int begin(struct store *s)
{
	struct begin_cs cs = { .s = s };
	if (store_execute(rcl_exec_anon, s, s->queue, begin_cs, &cs, sizeof(cs)) < 0)
		return (E_STORE);
	return 0;
}

static int end(struct store *s)
{
	s->queued = -s->queued;
	STORE_UNLOCK(s, s->queue);
	return 0;
}

struct settle_cs {        /* s->table, in.c:213-216 */
	struct store *s;  /* in */
};

static int settle_cs(void *ctx)
{
	struct settle_cs *cs = ctx;
	struct store *s = cs->s;

	s->used++;
	s->items[s->used - 1] = end(s);
	return 0;
}

static int settle(struct store *s)
{
	begin(s);
	struct settle_cs cs = { .s = s };
	if (store_execute(rcl_exec_anon, s, s->table, settle_cs, &cs, sizeof(cs)) < 0)
		return (E_STORE);
	return s->used;
}

int main(void)
{
	static struct store s = { .table = 1, .queue = 2 }, alone;
	handle_t handle;

	for (handle = 1; handle < GUARDS; handle++)
		guard_init(&s, handle);
	printf("%d %d %d\n", find(&s, 3), add(&s, 3), add(&s, 4));
	printf("%d %d %d\n", find(&s, 4), try_add(&s, 5), look(&s));
	printf("%d %d %d\n", move(&s), s.queued, odd(&s, 1));
	begin(&s);
	end(&s);
	printf("%d %d\n", add(&alone, 1), find(&alone, 1));
	printf("%d\n", settle(&s));
	forget(&alone);
	s.guards[2].broken = 1;
	printf("%d %d\n", move(&s), s.guards[1].held);
	s.guards[1].broken = 1;
	printf("%d %d %d\n", add(&s, 1), find(&s, 3), move(&s));
	return 0;
}
