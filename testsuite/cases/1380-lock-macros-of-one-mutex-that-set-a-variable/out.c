/* Two lock macros of one mutex, of which one sets a variable of its caller's: a section is not begun again by that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct table {
	rcl_mutex_t mutex;
	int sum, taken;
};

static int table_lock(struct table *t)
{
	return rcl_lock(&t->mutex);
}

static int table_unlock(struct table *t)
{
	return rcl_unlock(&t->mutex);
}

#define TABLE_LOCK(t) do {						\
	if (table_lock(t) != 0)						\
		return (-1);						\
} while (0)
#define COUNTED_LOCK(t, count) do {					\
	count = (t)->taken + 1;						\
	if (table_lock(t) != 0)						\
		return (-1);						\
} while (0)
#define TABLE_UNLOCK(t) do {						\
	if (table_unlock(t) != 0)					\
		return (-1);						\
} while (0)

#ifdef RCL_H
static int table_execute(rcl_exec_fn *execute, struct table *t, rcl_section_fn *section, void *ctx, size_t size)
{
	return execute(&t->mutex, section, ctx, size);
}

#define COUNTED_EXECUTE(execute, t, count, section, ctx, size)		\
	(count = (t)->taken + 1, table_execute(execute, t, section, ctx, size))
#endif

struct plainly_cs {       /* t, in.c:46-54 */
	struct table *t;  /* in */
	int more;         /* in */
	int at;           /* where it goes on */
};

static int plainly_cs(void *ctx)
{
	struct plainly_cs *cs = ctx;
	struct table *t = cs->t;
	int more = cs->more;

	if (cs->at == 1) {
		goto at_1;
	}

	t->sum += 1;
	if (more) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	t->taken++;
	return 0;
}

static int plainly(struct table *t, int more)
{
	struct plainly_cs cs = { .t = t, .more = more, .at = 0 };
	int way;

	while ((way = table_execute(rcl_exec_anon, t, plainly_cs, &cs, sizeof(cs))) == 1) {
		printf("between\n");
	}
	if (way < 0) {
		return (-1);
	}
	return more;
}

struct counted_again_cs {  /* t, in.c:62-70 */
	struct table *t;   /* in */
};

static int counted_again_cs(void *ctx)
{
	struct counted_again_cs *cs = ctx;
	struct table *t = cs->t;

	t->sum += 1;
	return RCL_KEEP;
}

static int counted_again(struct table *t, int more)
{
	int count = 0;

	struct counted_again_cs cs = { .t = t };
	if (table_execute(rcl_exec_anon, t, counted_again_cs, &cs, sizeof(cs)) < 0) {
		return (-1);
	}
	if (more) {
		TABLE_UNLOCK(t);
		printf("between\n");
		COUNTED_LOCK(t, count);
	}
	t->taken++;
	TABLE_UNLOCK(t);
	return count;
}

struct counted_first_cs {  /* t, in.c:78-86 */
	struct table *t;   /* in */
};

static int counted_first_cs(void *ctx)
{
	struct counted_first_cs *cs = ctx;
	struct table *t = cs->t;

	t->sum += 1;
	return RCL_KEEP;
}

static int counted_first(struct table *t, int more)
{
	int count = 0;

	struct counted_first_cs cs = { .t = t };
	if (COUNTED_EXECUTE(rcl_exec_anon, t, count, counted_first_cs, &cs, sizeof(cs)) < 0) {
		return (-1);
	}
	if (more) {
		TABLE_UNLOCK(t);
		printf("between\n");
		TABLE_LOCK(t);
	}
	t->taken++;
	TABLE_UNLOCK(t);
	return count;
}

int main(void)
{
	static struct table t;

	rcl_mutex_init(&t.mutex, NULL, table_mutex);
	printf("%d %d\n", plainly(&t, 0), plainly(&t, 1));
	printf("%d %d\n", counted_again(&t, 0), counted_again(&t, 1));
	printf("%d %d\n", counted_first(&t, 0), counted_first(&t, 1));
	printf("%d %d\n", t.sum, t.taken);
	return 0;
}
