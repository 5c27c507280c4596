/* What lock functions ask looks at numbers by pointers, and their callers give them pointers to other numbers. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t *mutex;
	int length;
	unsigned char name[4];
};

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(mutex);
static struct queue locked = { &mutex, 0, "x" }, plain = { NULL, 0, "\xff" };

static int lock_named_needed(const signed char *name)
{
	return name[0] > 0;
}

static rcl_mutex_t *named_mutex(struct queue *q)
{
	return q->mutex;
}

static void lock_named(struct queue *q, const signed char *name)
{
	if (name[0] > 0)
		rcl_lock(q->mutex);
}

static void unlock_named(struct queue *q, const signed char *name)
{
	if (name[0] > 0)
		rcl_unlock(q->mutex);
}

static int lock_below_needed(int *level)
{
	return *(level + 1) < 0;
}

static rcl_mutex_t *below_mutex(struct queue *q)
{
	return q->mutex;
}

static void unlock_below(struct queue *q, int *level)
{
	if (*(level + 1) < 0)
		rcl_unlock(q->mutex);
}

struct by_name_cs {       /* q->mutex, in.c:40-42 */
	struct queue *q;  /* in */
};

static int by_name_cs(void *ctx)
{
	struct by_name_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 1;
	return 0;
}

static void by_name(struct queue *q, const unsigned char *name)
{
	struct by_name_cs cs = { .q = q };
	if (lock_named_needed(name)) {
		rcl_exec_anon(named_mutex(q), by_name_cs, &cs, sizeof(cs));
	} else {
		by_name_cs(&cs);
	}
}

struct by_own_name_cs {   /* q->mutex, in.c:47-49 */
	struct queue *q;  /* in */
};

static int by_own_name_cs(void *ctx)
{
	struct by_own_name_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 2;
	return 0;
}

static void by_own_name(struct queue *q)
{
	struct by_own_name_cs cs = { .q = q };
	if (lock_named_needed(q->name)) {
		rcl_exec_anon(named_mutex(q), by_own_name_cs, &cs, sizeof(cs));
	} else {
		by_own_name_cs(&cs);
	}
}

struct by_level_cs {      /* q->mutex, in.c:54-56 */
	struct queue *q;  /* in */
};

static int by_level_cs(void *ctx)
{
	struct by_level_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 4;
	return 0;
}

static void by_level(struct queue *q, unsigned *level)
{
	struct by_level_cs cs = { .q = q };
	if (lock_below_needed(level + 1)) {
		rcl_exec_anon(below_mutex(q), by_level_cs, &cs, sizeof(cs));
	} else {
		by_level_cs(&cs);
	}
}

struct by_bytes_cs {      /* q->mutex, in.c:61-63 */
	struct queue *q;  /* in */
};

static int by_bytes_cs(void *ctx)
{
	struct by_bytes_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 8;
	return 0;
}

static void by_bytes(struct queue *q, void *bytes)
{
	struct by_bytes_cs cs = { .q = q };
	if (lock_below_needed(bytes)) {
		rcl_exec_anon(below_mutex(q), by_bytes_cs, &cs, sizeof(cs));
	} else {
		by_bytes_cs(&cs);
	}
}

struct simple_cs {        /* q->mutex, in.c:72-73 */
	struct queue *q;  /* in */
};

static int simple_cs(void *ctx)
{
	struct simple_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 16;
	return RCL_KEEP;
}

/* these lead to the same numbers */
static void simple(struct queue *q, int level)
{
	int levels[2] = { level, level };
	signed char name = level < 0;

	struct simple_cs cs = { .q = q };
	if (*(levels + 1) < 0) {
		rcl_exec_anon(below_mutex(q), simple_cs, &cs, sizeof(cs));
	} else {
		simple_cs(&cs);
	}
	unlock_below(q, levels);
	lock_named(q, &name);
	q->length += 32;
	unlock_named(q, &name);
}

int main(void)
{
	unsigned above[] = { 1, 1, 1 }, below[] = { -1, -1, -1 };

	by_name(&locked, locked.name);
	by_name(&plain, plain.name);
	by_own_name(&locked);
	by_own_name(&plain);
	by_level(&locked, below);
	by_level(&plain, above);
	by_bytes(&locked, below);
	by_bytes(&plain, above);
	simple(&locked, -1);
	simple(&plain, 1);
	printf("%d %d\n", locked.length, plain.length);
	return 0;
}
