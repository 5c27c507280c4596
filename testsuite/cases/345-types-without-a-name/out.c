#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <sys/queue.h>

struct op {
	int n;
	TAILQ_ENTRY(op) link;
};

TAILQ_HEAD(ops, op);

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static struct ops queue = TAILQ_HEAD_INITIALIZER(queue);
static struct op all[4] = { { .n = 1 }, { .n = 2 }, { .n = 3 }, { .n = 4 } };
static int total;

struct add_cs {         /* lock, in.c:20-22 */
	struct op *op;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct op *op = cs->op;

	TAILQ_INSERT_TAIL(&queue, op, link);
	return 0;
}

static void add(struct op *op)
{
	struct add_cs cs = { .op = op };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

typedef TAILQ_HEAD(, op) purge_old_type;

struct purge_cs {             /* lock, in.c:33-41 */
	int from;             /* in */
	purge_old_type *old;  /* by reference */
};

static int purge_cs(void *ctx)
{
	struct purge_cs *cs = ctx;
	int from = cs->from;
	purge_old_type *old = cs->old;
	struct op *op;
	struct op *next;

	for (op = TAILQ_FIRST(&queue); op; op = next) {
		next = TAILQ_NEXT(op, link);
		if (op->n >= from) {
			TAILQ_REMOVE(&queue, op, link);
			TAILQ_INSERT_TAIL(old, op, link);
		}
	}
	return 0;
}

/* A list's head without a name, as a macro makes it. */
static int purge(int from)
{
	purge_old_type old;
	struct op *op;
	int count = 0;

	TAILQ_INIT(&old);
	struct purge_cs cs = { .from = from, .old = &old };
	rcl_exec_anon(&lock, purge_cs, &cs, sizeof(cs));
	while ((op = TAILQ_FIRST(&old))) {
		TAILQ_REMOVE(&old, op, link);
		count += op->n;
	}
	return count;
}

typedef struct {
	int least;  /* the least of all */
	int most;
} spelled_seen_type;

struct spelled_lock_cs {           /* lock, in.c:58-63 */
	int by;                    /* in */
	spelled_seen_type seen;    /* in-out */
	spelled_seen_type before;  /* in-out */
};

static int spelled_lock_cs(void *ctx)
{
	struct spelled_lock_cs *cs = ctx;
	int by = cs->by;
	spelled_seen_type seen = cs->seen;
	spelled_seen_type before = cs->before;

	if (by < seen.least)
		seen.least = by;
	before.most = seen.most;
	total += by;
	cs->seen = seen;
	cs->before = before;
	return 0;
}

struct spelled_other_cs {          /* other, in.c:64-66 */
	spelled_seen_type seen;    /* in-out */
	spelled_seen_type before;  /* in */
};

static int spelled_other_cs(void *ctx)
{
	struct spelled_other_cs *cs = ctx;
	spelled_seen_type seen = cs->seen;
	spelled_seen_type before = cs->before;

	seen.most = total > before.most ? total : before.most;
	cs->seen = seen;
	return 0;
}

/* Spelled, on several lines, with a value; two variables of the type, and two sections. */
static int spelled(int by)
{
	spelled_seen_type seen = { 100, 0 }, before;

	before = seen;
	struct spelled_lock_cs cs = { .by = by, .seen = seen, .before = before };
	rcl_exec_anon(&lock, spelled_lock_cs, &cs, sizeof(cs));
	seen = cs.seen;
	before = cs.before;
	struct spelled_other_cs other_cs = { .seen = seen, .before = before };
	rcl_exec_anon(&other, spelled_other_cs, &other_cs, sizeof(other_cs));
	seen = other_cs.seen;
	return seen.least * 100 + seen.most;
}

typedef union { int i; char c[4]; } nested_u_type;

struct nested_other_cs {  /* other, in.c:78-81 */
	nested_u_type u;  /* in-out */
};

static int nested_other_cs(void *ctx)
{
	struct nested_other_cs *cs = ctx;
	nested_u_type u = cs->u;

	u.c[0]++;
	total += u.c[0];
	cs->u = u;
	return 0;
}

struct nested_lock_cs {  /* lock, in.c:75-83 */
	int by;          /* in */
	int r;           /* out */
};

static int nested_lock_cs(void *ctx)
{
	struct nested_lock_cs *cs = ctx;
	int by = cs->by;
	int r;
	nested_u_type u;
	u.i = by;
	struct nested_other_cs other_cs = { .u = u };
	rcl_exec_anon(&other, nested_other_cs, &other_cs, sizeof(other_cs));
	u = other_cs.u;
	r = u.i;
	cs->r = r;
	return 0;
}

/* In one section, around another one. */
static int nested(int by)
{
	int r;

	struct nested_lock_cs cs = { .by = by };
	rcl_exec_anon(&lock, nested_lock_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

/* What these types are made of is the function's own, or they are not all of the declaration's beginning. */
static int stay(int by)
{
	enum { SIZE = 3 };
	struct { int a[SIZE]; } sized = { { by } };
	static struct { int n; } kept;
	const struct { int n; } fixed = { by };
	struct { int n; } pair[2] = { { by }, { by } };

	rcl_lock(&lock);
	total += ++sized.a[0];
	rcl_unlock(&lock);
	rcl_lock(&lock);
	total += ++kept.n;
	rcl_unlock(&lock);
	rcl_lock(&lock);
	total += fixed.n;
	rcl_unlock(&lock);
	rcl_lock(&lock);
	total += ++pair[1].n;
	rcl_unlock(&lock);
	return sized.a[0] + pair[1].n;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		add(&all[i]);
	printf("%d %d\n", purge(3), purge(0));
	printf("%d\n", spelled(7));
	printf("%d %d\n", nested(5), stay(2));
	printf("%d\n", total);
	return 0;
}
