/* Two lock macros of one mutex, of which one sets a variable of its caller's: a section is not begun again by that. */
#include <pthread.h>
#include <stdio.h>

struct table {
	pthread_mutex_t mutex;
	int sum, taken;
};

static int table_lock(struct table *t)
{
	return pthread_mutex_lock(&t->mutex);
}

static int table_unlock(struct table *t)
{
	return pthread_mutex_unlock(&t->mutex);
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

static int plainly(struct table *t, int more)
{
	TABLE_LOCK(t);
	t->sum += 1;
	if (more) {
		TABLE_UNLOCK(t);
		printf("between\n");
		TABLE_LOCK(t);
	}
	t->taken++;
	TABLE_UNLOCK(t);
	return more;
}

static int counted_again(struct table *t, int more)
{
	int count = 0;

	TABLE_LOCK(t);
	t->sum += 1;
	if (more) {
		TABLE_UNLOCK(t);
		printf("between\n");
		COUNTED_LOCK(t, count);
	}
	t->taken++;
	TABLE_UNLOCK(t);
	return count;
}

static int counted_first(struct table *t, int more)
{
	int count = 0;

	COUNTED_LOCK(t, count);
	t->sum += 1;
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

	pthread_mutex_init(&t.mutex, NULL);
	printf("%d %d\n", plainly(&t, 0), plainly(&t, 1));
	printf("%d %d\n", counted_again(&t, 0), counted_again(&t, 1));
	printf("%d %d\n", counted_first(&t, 0), counted_first(&t, 1));
	printf("%d %d\n", t.sum, t.taken);
	return 0;
}
