/* What lock functions ask looks at numbers by pointers, and their callers give them pointers to other numbers. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t *mutex;
	int length;
	unsigned char name[4];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queue locked = { &mutex, 0, "x" }, plain = { NULL, 0, "\xff" };

static void lock_named(struct queue *q, const signed char *name)
{
	if (name[0] > 0)
		pthread_mutex_lock(q->mutex);
}

static void unlock_named(struct queue *q, const signed char *name)
{
	if (name[0] > 0)
		pthread_mutex_unlock(q->mutex);
}

static void lock_below(struct queue *q, int *level)
{
	if (*(level + 1) < 0)
		pthread_mutex_lock(q->mutex);
}

static void unlock_below(struct queue *q, int *level)
{
	if (*(level + 1) < 0)
		pthread_mutex_unlock(q->mutex);
}

static void by_name(struct queue *q, const unsigned char *name)
{
	lock_named(q, name);
	q->length += 1;
	unlock_named(q, name);
}

static void by_own_name(struct queue *q)
{
	lock_named(q, q->name);
	q->length += 2;
	unlock_named(q, q->name);
}

static void by_level(struct queue *q, unsigned *level)
{
	lock_below(q, level + 1);
	q->length += 4;
	unlock_below(q, level + 1);
}

static void by_bytes(struct queue *q, void *bytes)
{
	lock_below(q, bytes);
	q->length += 8;
	unlock_below(q, bytes);
}

/* these lead to the same numbers */
static void simple(struct queue *q, int level)
{
	int levels[2] = { level, level };
	signed char name = level < 0;

	lock_below(q, levels);
	q->length += 16;
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
