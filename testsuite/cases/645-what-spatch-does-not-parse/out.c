#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <sys/queue.h>

/* as if in a header: UNLESS, ADD and COLUMNS are the compiler's flags */
#define LOCK_DO(m) do { rcl_lock(m)
#define UNLOCK_WHILE(m) rcl_unlock(m); } while (0)

struct item { int value; SLIST_ENTRY(item) next; };
struct pair { int a, b; };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static SLIST_HEAD(, item) items;
static int last;

struct other_cs {  /* lock, in.c:20-26 */
	int n;     /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	int n = cs->n;

	last += n;
	if (last > 5) {
		return 1;
	}
	return 0;
}

/* a macro for an if, with an else */
static int other(int n)
{
	UNLESS(n > 3) {
		struct other_cs cs = { .n = n };
		if (rcl_exec_anon(&lock, other_cs, &cs, sizeof(cs)) == 1) {
			return 1;
		}
	} else
		n--;
	return n;
}

struct given_cs {  /* lock, in.c:41-44 */
	int n;     /* in-out */
};

static int given_cs(void *ctx)
{
	struct given_cs *cs = ctx;
	int n = cs->n;

	last += n;
	n = last;
	cs->n = n;
	return 0;
}

/* a statement expression that a macro gets, and what follows it */
static int given(int n)
{
	struct item *item;

	ADD(n, ({ int one = 1; one + 1; }));
	SLIST_FOREACH(item, &items, next) {
		ADD(n, ({ int two = item->value; UNLESS(two) two = 3; two; }));
	}
	struct given_cs cs = { .n = n };
	rcl_exec_anon(&lock, given_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct columns_cs {        /* lock, in.c:54-58 */
	struct pair pair;  /* in-out */
	int n_first;       /* in-out */
	int n_second;      /* in */
};

static int columns_cs(void *ctx)
{
	struct columns_cs *cs = ctx;
	struct pair pair = cs->pair;
	int n_first = cs->n_first;
	int n_second = cs->n_second;

	COLUMNS(COLUMN_STEP, n)
	last += n_first * n_second + pair.a;
	pair.b = last;
	cs->pair = pair;
	cs->n_first = n_first;
	return 0;
}

/* declarations and statements without a semicolon, and a pointer's member */
static int columns(int n)
{
	struct pair pair = { n, 2 };
	COLUMNS(COLUMN_VAR, n)

	struct columns_cs cs = { .pair = pair, .n_first = n_first, .n_second = n_second };
	rcl_exec_anon(&lock, columns_cs, &cs, sizeof(cs));
	pair = cs.pair;
	n_first = cs.n_first;
	return n_first + pair.b;
}

struct half_lock_1_cs {  /* lock, in.c:65-67 */
	int n;           /* in */
};

static int half_lock_1_cs(void *ctx)
{
	struct half_lock_1_cs *cs = ctx;
	int n = cs->n;

	last += n;
	return 0;
}

struct half_lock_2_cs {  /* lock, in.c:69-71 */
	int n;           /* in */
};

static int half_lock_2_cs(void *ctx)
{
	struct half_lock_2_cs *cs = ctx;
	int n = cs->n;

	last += n;
	return 0;
}

/* half a loop */
static int half(int n)
{
	struct half_lock_1_cs cs = { .n = n };
	rcl_exec_anon(&lock, half_lock_1_cs, &cs, sizeof(cs));
	UNLESS(n) n = 1; else n = 2;
	struct half_lock_2_cs lock_2_cs = { .n = n };
	rcl_exec_anon(&lock, half_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	return n;
}

int main(void)
{
	struct item item = { 4, { NULL } };

	SLIST_INSERT_HEAD(&items, &item, next);
	printf("%d %d", other(2), other(4));
	printf(" %d %d", given(1), columns(3));
	printf(" %d %d\n", half(1), last);
	return 0;
}
