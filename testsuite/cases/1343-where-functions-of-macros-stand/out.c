#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	rcl_cond_t filled;
	int length;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), RCL_COND_INITIALIZER, 0 };

/* A section with a call of the runtime's, at the end of the macro. */
#define PUT(q, n) {                             \
		struct PUT_cs cs_put = { q, n };        \
		rcl_exec_anon(&(q)->lock, PUT_cs, &cs_put, sizeof(cs_put)); }

/* Nothing is handed over. */
#define CLEAR()                                 \
	do {                                    \
		puts("clear");                          \
		rcl_exec_anon(&queue.lock, CLEAR_cs, NULL, 0); \
	} while (0)

#define TAKE(q) do { struct TAKE_cs cs_take = { q }; rcl_exec_anon(&(q)->lock, TAKE_cs, &cs_take, sizeof(cs_take)); } while (0)

struct PUT_cs {           /* q->lock, in.c:14-17 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int PUT_cs(void *ctx)
{
	struct PUT_cs *cs = (struct PUT_cs *)ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	(q)->length += (n);
	rcl_cond_signal(&(q)->filled);
	return 0;
}

/* Only its head stands in the condition. */
#ifndef OPEN
static
#endif
void put(struct queue *q, int n)
{
	PUT(q, n)
}

static int taken;

struct TAKE_cs {          /* q->lock, in.c:28 */
	struct queue *q;  /* in */
};

static int TAKE_cs(void *ctx)
{
	struct TAKE_cs *cs = (struct TAKE_cs *)ctx;
	struct queue *q = cs->q;

	(q)->length--;
	return 0;
}

static void take(struct queue *q)
{
	TAKE(q);
	taken++;
}

struct await_cs {         /* q->lock, in.c:47-50 */
	struct queue *q;  /* in */
};

static int await_cs(void *ctx)
{
	struct await_cs *cs = (struct await_cs *)ctx;
	struct queue *q = cs->q;

	if (q->length == 0)
		return rcl_wait(&q->filled, &q->lock);
	return 0;
}

static void await(struct queue *q)
{
	struct await_cs cs = { .q = q };
	rcl_exec_waiting(&q->lock, await_cs, &cs, sizeof(cs));
}

static int CLEAR_cs(void *ctx)
{
	queue.length = 0;
	return 0;
}

static void clear(void)
{
	CLEAR();
}

int main(void)
{
	put(&queue, 3);
	await(&queue);
	take(&queue);
	printf("%d %d\n", queue.length, taken);
	clear();
	printf("%d\n", queue.length);
	return 0;
}
