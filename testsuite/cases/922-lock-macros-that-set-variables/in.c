/* A lock macro gives a variable its value, too: what executes its sections must, and sections around it hand it on. */
#include <pthread.h>
#include <stdio.h>

#define PARTS 4

struct part {
	pthread_mutex_t mutex;
	int count;
};

struct table {
	struct part parts[PARTS];
	pthread_mutex_t mutex;
	int sum;
	int last;
};

static int part_lock(struct table *t, int n)
{
	return pthread_mutex_lock(&t->parts[n].mutex);
}

static int part_unlock(struct table *t, int n)
{
	return pthread_mutex_unlock(&t->parts[n].mutex);
}

static int table_lock(struct table *t)
{
	return pthread_mutex_lock(&t->mutex);
}

static int table_unlock(struct table *t)
{
	return pthread_mutex_unlock(&t->mutex);
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

static int add(struct table *t, int key)
{
	int n;

	KEY_LOCK(t, key, n);
	t->parts[n].count += key;
	PART_UNLOCK(t, n);
	return n;
}

static int add_unless_odd(struct table *t, int key)
{
	int n = 0, sum;

	KEY_LOCK(t, key, n);
	if (t->parts[n].count % 2) {
		PART_UNLOCK(t, n);
		return n;
	}
	sum = t->parts[n].count += key;
	PART_UNLOCK(t, n);
	return n + sum;
}

static int add_to_both(struct table *t, int key)
{
	int n = 0, taken = 0;

	TABLE_LOCK(t);
	t->sum += key;
	KEY_LOCK(t, key, n);
	t->parts[n].count += key;
	PART_UNLOCK(t, n);
	TABLE_UNLOCK(t);
	return n + 10 * taken;
}

static int add_to_last(struct table *t, int key)
{
	KEY_LOCK(t, key, t->last);
	t->parts[t->last].count += key;
	PART_UNLOCK(t, t->last);
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

static int add_to_two(struct table *t, int key)
{
	int n;

	KEY_LOCK(t, key, n);
	t->parts[n].count += key;
	PART_UNLOCK(t, n);
	n = (n + 1) % PARTS;
	PART_LOCK(t, n);
	t->parts[n].count -= key;
	PART_UNLOCK(t, n);
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

static int count(struct table *t, int n)
{
	int found, taken = 0;

	PART_LOCK(t, n);
	found = t->parts[n].count;
	PART_UNLOCK(t, n);
	TABLE_LOCK(t);
	t->last = n;
	TABLE_UNLOCK(t);
	return found + 1000 * taken;
}

static int settle(struct table *t)
{
	int error = 1;

	CHECKED_LOCK(t);
	t->sum += t->last;
	CHECKED_UNLOCK(t);
	return error;
}

int main(void)
{
	static struct table t;
	int n;

	for (n = 0; n < PARTS; n++)
		pthread_mutex_init(&t.parts[n].mutex, NULL);
	pthread_mutex_init(&t.mutex, NULL);
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
