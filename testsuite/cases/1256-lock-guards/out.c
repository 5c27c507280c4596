/* Variables whose clean-up function releases the lock that was taken for their first value, in a block or in a loop. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static inline rcl_mutex_t *guard_lock(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

static inline void guard_unlock(rcl_mutex_t **mutex)
{
	if (!*mutex)
		return;
	rcl_unlock(*mutex);
	*mutex = NULL;
}

#define GUARD(m) rcl_mutex_t *guard __attribute__((unused, cleanup(guard_unlock))) = guard_lock(m)
#define WITH_MUTEX(m) \
	for (rcl_mutex_t *held_ __attribute__((unused, cleanup(guard_unlock))) = guard_lock(m), *once_ = NULL; \
	     once_ == NULL; once_ = (void *)1)

struct item {
	struct item *next;
	int value;
};

struct queue {
	rcl_mutex_t mutex;
	struct item *first;
	int count, max;
};

struct push_cs {          /* q->mutex, in.c:38-44 */
	struct queue *q;  /* in */
	struct item *it;  /* in */
	int result;       /* out */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct queue *q = cs->q;
	struct item *it = cs->it;

	if (q->count == q->max)
		return 1;
	it->next = q->first;
	q->first = it;
	cs->result = ++q->count;
	return 2;
}

static int push(struct queue *q, struct item *it)
{
	struct push_cs cs = { .q = q, .it = it };
	int way = rcl_exec_anon(&q->mutex, push_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	return cs.result;
}

struct pop_cs {           /* q->mutex, in.c:51-57 */
	struct queue *q;  /* in */
	struct item *it;  /* in-out */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	struct queue *q = cs->q;
	struct item *it = cs->it;

	if (q->first == NULL) {
		cs->it = it;
		return 0;
	}
	it = q->first;
	q->first = it->next;
	q->count--;
	cs->it = it;
	return 0;
}

static struct item *pop(struct queue *q)
{
	struct item *it = NULL;

	struct pop_cs cs = { .q = q, .it = it };
	rcl_exec_anon(&q->mutex, pop_cs, &cs, sizeof(cs));
	it = cs.it;
	return it;
}

struct peek_cs {          /* q->mutex, in.c:63-68 */
	struct queue *q;  /* in */
	int *value;       /* in */
	int result;       /* out */
};

static int peek_cs(void *ctx)
{
	struct peek_cs *cs = ctx;
	struct queue *q = cs->q;
	int *value = cs->value;

	if (q->first) {
		*value = q->first->value;
		cs->result = q->count; /* at least one */
		return 1;
	}
	return 0;
}

static int peek(struct queue *q, int *value)
{
	struct peek_cs cs = { .q = q, .value = value };
	if (rcl_exec_anon(&q->mutex, peek_cs, &cs, sizeof(cs)) == 1)
		return cs.result;
	return 0;
}

struct clear_cs {         /* q->mutex, in.c:74-79 */
	struct queue *q;  /* in */
};

static int clear_cs(void *ctx)
{
	struct clear_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->count == 0)
		return 0;
	q->first = NULL;
	q->count = 0;
	return 0;
}

static void clear(struct queue *q)
{
	struct clear_cs cs = { .q = q };
	rcl_exec_anon(&q->mutex, clear_cs, &cs, sizeof(cs));
}

struct both_cs {              /* other->mutex, in.c:87-90 */
	struct queue *other;  /* in */
	int n;                /* in */
	int result;           /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	struct queue *other = cs->other;
	int n = cs->n;

	if (other->count > n) {
		cs->result = other->count - n;
		return 1;
	}
	return 0;
}

static int both(struct queue *q, struct queue *other)
{
	int n;

	WITH_MUTEX (&q->mutex) {
		n = q->count;
		struct both_cs cs = { .other = other, .n = n };
		if (rcl_exec_anon(&other->mutex, both_cs, &cs, sizeof(cs)) == 1)
			return cs.result;
	}
	return n;
}

struct rounds_cs {        /* q->mutex, in.c:100-107 */
	struct queue *q;  /* in */
	int sum;          /* in-out */
	int i;            /* in */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	struct queue *q = cs->q;
	int sum = cs->sum;
	int i = cs->i;

	if (i == 1) {
		cs->sum = sum;
		return 1;
	}
	if (i == 3) {
		cs->sum = sum;
		return 2;
	}
	sum += q->count;
	cs->sum = sum;
	return 0;
}

static int rounds(struct queue *q)
{
	int sum = 0;

	for (int i = 0; i < 4; i++) {
		struct rounds_cs cs = { .q = q, .sum = sum, .i = i };
		int way = rcl_exec_anon(&q->mutex, rounds_cs, &cs, sizeof(cs));
		sum = cs.sum;

		if (way == 1)
			continue;
		if (way == 2)
			break;
	}
	return sum;
}

int main(void)
{
	struct queue q = { .mutex = RCL_MUTEX_INITIALIZER(queue_mutex_main), .max = 2 }, other = { .mutex = RCL_MUTEX_INITIALIZER(queue_mutex_main_113), .max = 9 };
	struct item items[3] = { { .value = 1 }, { .value = 2 }, { .value = 3 } };
	int value = 0;

	printf("%d %d\n", push(&q, &items[0]), push(&q, &items[1]));
	printf("%d\n", push(&q, &items[2]));
	printf("%d %d\n", peek(&q, &value), value);
	printf("%d\n", pop(&q)->value);
	printf("%d %d\n", both(&q, &other), both(&other, &q));
	printf("%d\n", rounds(&q));
	clear(&q);
	printf("%d %d\n", pop(&q) == NULL, peek(&q, &value));
	return 0;
}
