/* What gives a lock back under a condition keeps the result, and looks at it in its next statement. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct table {
	rcl_mutex_t lock;
	long sum;
	int n;
};

static int failures;

struct table_sum_cs {     /* t->lock, in.c:17-24 */
	struct table *t;  /* in */
	long *sum;        /* in */
};

static int table_sum_cs(void *ctx)
{
	struct table_sum_cs *cs = ctx;
	struct table *t = cs->t;
	long *sum = cs->sum;

	*sum += t->sum;
	return 0;
}

static int table_sum(struct table *t, long *sum, int locking)
{
	int rc;

	struct table_sum_cs cs = { .t = t, .sum = sum };
	int way = locking
			? rcl_exec_anon(&t->lock, table_sum_cs, &cs, sizeof(cs))
			: table_sum_cs(&cs);

	rc = way < 0 ? -way : 0;
	if (rc)
		return rc;
	return 0;
}

struct table_add_cs {     /* t->lock, in.c:35-50 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int table_add_cs(void *ctx)
{
	struct table_add_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	if (t->n == 3) {
		return 1;
	}
	t->n++;
	t->sum += n;
	return 0;
}

static int table_add(struct table *t, int n, int locking)
{
	struct table_add_cs cs = { .t = t, .n = n };
	int way = locking
			? rcl_exec_anon(&t->lock, table_add_cs, &cs, sizeof(cs))
			: table_add_cs(&cs);

	if (way == 1)
		return -1;
	return t->n;
}

struct table_count_cs {   /* t->lock, in.c:64-66 */
	struct table *t;  /* in */
	int n;            /* out */
};

static int table_count_cs(void *ctx)
{
	struct table_count_cs *cs = ctx;
	struct table *t = cs->t;
	int n;

	n = t->n;
	cs->n = n;
	return RCL_KEEP;
}

/* somebody asks for the result behind that, or for more than a failure */
static int table_count(struct table *t, int locking)
{
	int rc = -1, n;

	struct table_count_cs cs = { .t = t };
	if (locking)
		rcl_exec_anon(&t->lock, table_count_cs, &cs, sizeof(cs));
	else
		table_count_cs(&cs);
	n = cs.n;
	if (locking) {
		rc = rcl_unlock(&t->lock);
		if (rc)
			return rc;
	}
	return rc < 0 ? -n : n;
}

struct table_clear_cs {   /* t->lock, in.c:79-81 */
	struct table *t;  /* in */
};

static int table_clear_cs(void *ctx)
{
	struct table_clear_cs *cs = ctx;
	struct table *t = cs->t;

	t->n = 0;
	return RCL_KEEP;
}

static int table_clear(struct table *t, int locking)
{
	int rc;

	struct table_clear_cs cs = { .t = t };
	if (locking)
		rcl_exec_anon(&t->lock, table_clear_cs, &cs, sizeof(cs));
	else
		table_clear_cs(&cs);
	if (locking) {
		rc = rcl_unlock(&t->lock);
		if (rc == 0)
			failures--;
	}
	return failures;
}

int main(void)
{
	static struct table t = { RCL_MUTEX_INITIALIZER(table_lock) };
	long sum = 0;

	for (int i = 0; i < 4; i++)
		printf("%d ", table_add(&t, i, i % 2));
	table_sum(&t, &sum, 1);
	table_sum(&t, &sum, 0);
	printf("%ld %d %d\n", sum, table_count(&t, 1), table_count(&t, 0));
	printf("%d\n", table_clear(&t, 1));
	return 0;
}
