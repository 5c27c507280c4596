/* What a lock function asks names a field by offsetof that is called as its parameter, and its caller's as another. */
#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>

struct queue {
	rcl_mutex_t *mutex;
	int length, first, second[3];
};

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(mutex);
static struct queue locked = { &mutex, 0, 0, { 0 } }, plain = { NULL, 0, 0, { 0 } };

static rcl_mutex_t *by_mutex(struct queue *q)
{
	return q->mutex;
}

static int lock_at_needed(size_t first, size_t length)
{
	return first == __builtin_offsetof (struct queue, second[length]);
}

static rcl_mutex_t *at_mutex(struct queue *q)
{
	return q->mutex;
}

struct add_cs {           /* q->mutex, in.c:40-42 */
	struct queue *q;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 1;
	return 0;
}

static void add(struct queue *q, size_t second)
{
	struct add_cs cs = { .q = q };
	if (second == offsetof(struct queue, first)) {
		rcl_exec_anon(by_mutex(q), add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
}

struct add_at_cs {        /* q->mutex, in.c:47-49 */
	struct queue *q;  /* in */
};

static int add_at_cs(void *ctx)
{
	struct add_at_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 2;
	return 0;
}

static void add_at(struct queue *q, size_t second, size_t first)
{
	struct add_at_cs cs = { .q = q };
	if (lock_at_needed(second, first)) {
		rcl_exec_anon(at_mutex(q), add_at_cs, &cs, sizeof(cs));
	} else {
		add_at_cs(&cs);
	}
}

int main(void)
{
	add(&locked, offsetof(struct queue, first));
	add(&plain, offsetof(struct queue, second));
	add_at(&locked, offsetof(struct queue, second[1]), 1);
	add_at(&plain, offsetof(struct queue, second[1]), 2);
	printf("%d %d\n", locked.length, plain.length);
	return 0;
}
