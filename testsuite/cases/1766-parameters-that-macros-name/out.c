/* What lock functions ask names their parameters to macros that make names of these, or by macros alone; or so it
   names their variables. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t *mutex;
	int length, first, second, first_on, second_on;
};

#define FIELD(q, field) ((q)->field)
#define IS_ON(q, field) ((q)->field##_on)
#define HAS_MUTEX(q) ((q)->mutex != NULL)
#define WANTED level
#define IS_THERE (own != NULL)

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(mutex);
static struct queue locked = { &mutex, 0, 1, 2, 1, 0 }, plain = { NULL, 0, 5, 1, 0, 1 };
static int level = 1, *own = &level;

static int lock_field_needed(struct queue *q, int first)
{
	return FIELD(q, first) == first;
}

static rcl_mutex_t *field_mutex(struct queue *q)
{
	return q->mutex;
}

static int lock_on_needed(struct queue *q, int first)
{
	return IS_ON(q, first) == first;
}

static rcl_mutex_t *on_mutex(struct queue *q)
{
	return q->mutex;
}

static int lock_wanted_needed(int level)
{
	return WANTED > 2;
}

static rcl_mutex_t *wanted_mutex(struct queue *q)
{
	return q->mutex;
}

static void lock_own(struct queue *q)
{
	rcl_mutex_t *own = q->mutex;

	if (IS_THERE)
		rcl_lock(q->mutex);
}

static void unlock_own(struct queue *q)
{
	rcl_mutex_t *own = q->mutex;

	if (IS_THERE)
		rcl_unlock(q->mutex);
}

static rcl_mutex_t *there_mutex(struct queue *q)
{
	return q->mutex;
}

struct by_field_cs {          /* queue->mutex, in.c:87-89 */
	struct queue *queue;  /* in */
};

static int by_field_cs(void *ctx)
{
	struct by_field_cs *cs = ctx;
	struct queue *queue = cs->queue;

	queue->length += 1;
	return 0;
}

static void by_field(struct queue *queue, int second)
{
	struct by_field_cs cs = { .queue = queue };
	if (lock_field_needed(queue, second)) {
		rcl_exec_anon(field_mutex(queue), by_field_cs, &cs, sizeof(cs));
	} else {
		by_field_cs(&cs);
	}
}

struct by_name_cs {           /* queue->mutex, in.c:94-96 */
	struct queue *queue;  /* in */
};

static int by_name_cs(void *ctx)
{
	struct by_name_cs *cs = ctx;
	struct queue *queue = cs->queue;

	queue->length += 2;
	return 0;
}

static void by_name(struct queue *queue, int second)
{
	struct by_name_cs cs = { .queue = queue };
	if (lock_on_needed(queue, second)) {
		rcl_exec_anon(on_mutex(queue), by_name_cs, &cs, sizeof(cs));
	} else {
		by_name_cs(&cs);
	}
}

struct by_macro_cs {          /* queue->mutex, in.c:101-103 */
	struct queue *queue;  /* in */
};

static int by_macro_cs(void *ctx)
{
	struct by_macro_cs *cs = ctx;
	struct queue *queue = cs->queue;

	queue->length += 4;
	return 0;
}

static void by_macro(struct queue *queue, int n)
{
	struct by_macro_cs cs = { .queue = queue };
	if (lock_wanted_needed(n)) {
		rcl_exec_anon(wanted_mutex(queue), by_macro_cs, &cs, sizeof(cs));
	} else {
		by_macro_cs(&cs);
	}
}

static void by_variable(struct queue *queue)
{
	lock_own(queue);
	queue->length += 16;
	unlock_own(queue);
}

struct simple_cs {            /* queue->mutex, in.c:116-118 */
	struct queue *queue;  /* in */
};

static int simple_cs(void *ctx)
{
	struct simple_cs *cs = ctx;
	struct queue *queue = cs->queue;

	queue->length += 8;
	return 0;
}

/* these macros make no name of it */
static void simple(struct queue *queue)
{
	struct simple_cs cs = { .queue = queue };
	if (HAS_MUTEX(queue)) {
		rcl_exec_anon(there_mutex(queue), simple_cs, &cs, sizeof(cs));
	} else {
		simple_cs(&cs);
	}
}

int main(void)
{
	by_field(&locked, 1);
	by_field(&plain, 1);
	by_name(&locked, 1);
	by_name(&plain, 1);
	by_macro(&locked, 3);
	by_macro(&plain, 1);
	level = 3;
	by_macro(&plain, 2);
	by_variable(&locked);
	by_variable(&plain);
	simple(&locked);
	simple(&plain);
	printf("%d %d %d\n", locked.length, plain.length, *own);
	return 0;
}
