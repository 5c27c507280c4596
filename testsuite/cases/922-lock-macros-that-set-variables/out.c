/* A lock macro gives a variable its value, too: what executes its sections must, and sections around it hand it on. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define PARTS 4

struct part {
	rcl_mutex_t mutex;
	int count;
};

struct table {
	struct part parts[PARTS];
	rcl_mutex_t mutex;
	int sum;
	int last;
};

static int part_lock(struct table *t, int n)
{
	return rcl_lock(&t->parts[n].mutex);
}

static int part_unlock(struct table *t, int n)
{
	return rcl_unlock(&t->parts[n].mutex);
}

static int table_unlock(struct table *t)
{
	return rcl_unlock(&t->mutex);
}

#define PART_LOCK(t, n) do {						\
	if (part_lock(t, n) != 0)					\
		return (-1);						\
} while (0)
#define PART_UNLOCK(t, n) do {						\
	if (part_unlock(t, n) != 0)					\
		return (-1);						\
} while (0)
#define KEY_LOCK(t, key, n) do {					\
	int found = (key) % PARTS;					\
	n = found;							\
	PART_LOCK(t, n);						\
} while (0)
#define NEXT_LOCK(t, n, step) do {					\
	n = ((n) + (step)) % PARTS;					\
	PART_LOCK(t, n);						\
} while (0)
#define TABLE_LOCK(t) do {						\
	if (table_lock(t) != 0)						\
		return (-1);						\
	taken++;							\
} while (0)
#define TABLE_UNLOCK(t) do {						\
	if (table_unlock(t) != 0)					\
		return (-1);						\
} while (0)
#define CHECKED_LOCK(t) do {						\
	if (table_lock(t) != 0)						\
		return (-1);						\
} while (0)
#define CHECKED_UNLOCK(t) do {						\
	if ((error = table_unlock(t)) != 0)				\
		return (-1);						\
} while (0)

#ifdef RCL_H
static int part_execute(rcl_exec_fn *execute, struct table *t, int n, rcl_section_fn *section, void *ctx, size_t size)
{
	return execute(&t->parts[n].mutex, section, ctx, size);
}

#define KEY_EXECUTE(execute, t, key, n, section, ctx, size)		\
	(n = (key) % PARTS, part_execute(execute, t, n, section, ctx, size))
#define table_execute(execute, t, section, ctx, size)			\
	(taken++, execute(&(t)->mutex, section, ctx, size))

static int checked_execute(rcl_exec_fn *execute, struct table *t, rcl_section_fn *section, void *ctx, size_t size)
{
	return execute(&t->mutex, section, ctx, size);
}
#endif

struct add_cs {           /* n, in.c:95-97 */
	struct table *t;  /* in */
	int key;          /* in */
	int *n;           /* by reference */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct table *t = cs->t;
	int key = cs->key;
	int *n = cs->n;

	t->parts[*n].count += key;
	return 0;
}

static int add(struct table *t, int key)
{
	int n;

	struct add_cs cs = { .t = t, .key = key, .n = &n };
	if (KEY_EXECUTE(rcl_exec_anon, t, key, n, add_cs, &cs, sizeof(cs)) < 0)
		return (-1);
	return n;
}

struct add_unless_odd_cs {  /* n, in.c:105-111 */
	struct table *t;    /* in */
	int key;            /* in */
	int *n;             /* by reference */
	int sum;            /* out */
};

static int add_unless_odd_cs(void *ctx)
{
	struct add_unless_odd_cs *cs = ctx;
	struct table *t = cs->t;
	int key = cs->key;
	int *n = cs->n;
	int sum;

	if (t->parts[*n].count % 2) {
		return 1;
	}
	sum = t->parts[*n].count += key;
	cs->sum = sum;
	return 0;
}

static int add_unless_odd(struct table *t, int key)
{
	int n = 0, sum;

	struct add_unless_odd_cs cs = { .t = t, .key = key, .n = &n };
	int way = KEY_EXECUTE(rcl_exec_anon, t, key, n, add_unless_odd_cs, &cs, sizeof(cs));

	if (way < 0)
		return (-1);
	if (way == 1)
		return n;
	sum = cs.sum;
	return n + sum;
}

struct add_to_both_n_cs {  /* n, in.c:121-123 */
	struct table *t;   /* in */
	int key;           /* in */
	int *n;            /* by reference */
};

static int add_to_both_n_cs(void *ctx)
{
	struct add_to_both_n_cs *cs = ctx;
	struct table *t = cs->t;
	int key = cs->key;
	int *n = cs->n;

	t->parts[*n].count += key;
	return 0;
}

struct add_to_both_t_cs {  /* t, in.c:119-124 */
	struct table *t;   /* in */
	int key;           /* in */
	int n;             /* in-out */
};

static int add_to_both_t_cs(void *ctx)
{
	struct add_to_both_t_cs *cs = ctx;
	struct table *t = cs->t;
	int key = cs->key;
	int n = cs->n;

	t->sum += key;
	struct add_to_both_n_cs n_cs = { .t = t, .key = key, .n = &n };
	if (KEY_EXECUTE(rcl_exec_anon, t, key, n, add_to_both_n_cs, &n_cs, sizeof(n_cs)) < 0)
		return (-1);
	cs->n = n;
	return 0;
}

static int add_to_both(struct table *t, int key)
{
	int n = 0, taken = 0;

	struct add_to_both_t_cs cs = { .t = t, .key = key, .n = n };
	if (table_execute(rcl_exec_anon, t, add_to_both_t_cs, &cs, sizeof(cs)) < 0)
		return (-1);
	n = cs.n;
	return n + 10 * taken;
}

struct add_to_last_cs {   /* t->last, in.c:130-132 */
	struct table *t;  /* in */
	int key;          /* in */
};

static int add_to_last_cs(void *ctx)
{
	struct add_to_last_cs *cs = ctx;
	struct table *t = cs->t;
	int key = cs->key;

	t->parts[t->last].count += key;
	return 0;
}

static int add_to_last(struct table *t, int key)
{
	struct add_to_last_cs cs = { .t = t, .key = key };
	if (KEY_EXECUTE(rcl_exec_anon, t, key, t->last, add_to_last_cs, &cs, sizeof(cs)) < 0)
		return (-1);
	return t->last;
}

static int add_to_next(struct table *t, int n)
{
	NEXT_LOCK(t, n, 1);
	t->parts[n].count += n;
	PART_UNLOCK(t, n);
	return n;
}

static int add_to_register(struct table *t, int key)
{
	register int n;

	KEY_LOCK(t, key, n);
	t->parts[n].count += key;
	PART_UNLOCK(t, n);
	return n;
}

struct add_to_two_n_1_cs {  /* n, in.c:158-160 */
	struct table *t;    /* in */
	int key;            /* in */
	int *n;             /* by reference */
};

static int add_to_two_n_1_cs(void *ctx)
{
	struct add_to_two_n_1_cs *cs = ctx;
	struct table *t = cs->t;
	int key = cs->key;
	int *n = cs->n;

	t->parts[*n].count += key;
	return 0;
}

struct add_to_two_n_2_cs {  /* n, in.c:162-164 */
	struct table *t;    /* in */
	int key;            /* in */
	int n;              /* in */
};

static int add_to_two_n_2_cs(void *ctx)
{
	struct add_to_two_n_2_cs *cs = ctx;
	struct table *t = cs->t;
	int key = cs->key;
	int n = cs->n;

	t->parts[n].count -= key;
	return 0;
}

static int add_to_two(struct table *t, int key)
{
	int n;

	struct add_to_two_n_1_cs cs = { .t = t, .key = key, .n = &n };
	if (KEY_EXECUTE(rcl_exec_anon, t, key, n, add_to_two_n_1_cs, &cs, sizeof(cs)) < 0)
		return (-1);
	n = (n + 1) % PARTS;
	struct add_to_two_n_2_cs n_2_cs = { .t = t, .key = key, .n = n };
	if (part_execute(rcl_exec_anon, t, n, add_to_two_n_2_cs, &n_2_cs, sizeof(n_2_cs)) < 0)
		return (-1);
	return n;
}

static int add_twice(struct table *t, int key)
{
	int n;

	KEY_LOCK(t, key, n);
	do {
		t->parts[n].count += key;
		PART_UNLOCK(t, n);
		if (key < 5)
			return n;
		key -= 5;
		KEY_LOCK(t, key, n);
	} while (key > 0);
	PART_UNLOCK(t, n);
	return n;
}

struct count_n_cs {       /* n, in.c:189-191 */
	struct table *t;  /* in */
	int n;            /* in */
	int found;        /* out */
};

static int count_n_cs(void *ctx)
{
	struct count_n_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;
	int found;

	found = t->parts[n].count;
	cs->found = found;
	return 0;
}

struct count_t_cs {       /* t, in.c:192-194 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int count_t_cs(void *ctx)
{
	struct count_t_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	t->last = n;
	return 0;
}

static int count(struct table *t, int n)
{
	int found, taken = 0;

	struct count_n_cs cs = { .t = t, .n = n };
	if (part_execute(rcl_exec_anon, t, n, count_n_cs, &cs, sizeof(cs)) < 0)
		return (-1);
	found = cs.found;
	struct count_t_cs t_cs = { .t = t, .n = n };
	if (table_execute(rcl_exec_anon, t, count_t_cs, &t_cs, sizeof(t_cs)) < 0)
		return (-1);
	return found + 1000 * taken;
}

struct settle_cs {        /* t, in.c:202-203 */
	struct table *t;  /* in */
};

static int settle_cs(void *ctx)
{
	struct settle_cs *cs = ctx;
	struct table *t = cs->t;

	t->sum += t->last;
	return RCL_KEEP;
}

static int settle(struct table *t)
{
	int error = 1;

	struct settle_cs cs = { .t = t };
	if (checked_execute(rcl_exec_anon, t, settle_cs, &cs, sizeof(cs)) < 0)
		return (-1);
	CHECKED_UNLOCK(t);
	return error;
}

int main(void)
{
	static struct table t;
	int n;

	for (n = 0; n < PARTS; n++)
		rcl_mutex_init(&t.parts[n].mutex, NULL, part_mutex);
	rcl_mutex_init(&t.mutex, NULL, table_mutex);
	printf("%d %d\n", add(&t, 5), add(&t, 7));
	printf("%d %d\n", add_unless_odd(&t, 5), add_unless_odd(&t, 6));
	printf("%d %d\n", add_to_both(&t, 6), add_to_both(&t, 7));
	printf("%d %d\n", t.sum, add_to_last(&t, 2));
	printf("%d %d\n", add_to_next(&t, 2), add_to_register(&t, 9));
	printf("%d %d\n", add_to_two(&t, 3), add_twice(&t, 11));
	for (n = 0; n < PARTS; n++)
		printf("%d\n", count(&t, n));
	printf("%d\n", settle(&t));
	return 0;
}
