#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t (lock);
	int count;
};

struct put_cs {           /* q->lock, in.c:12-18 */
	struct queue *q;  /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->count == 9) {
		return 1;
	}
	q->count++;
	return 0;
}

/* As m4 leaves it. */
static int put(struct queue *q)
{
	struct put_cs cs = { .q = q };
	if (rcl_exec_anon(&q->lock, put_cs, &cs, sizeof(cs)) == 1) {
		return 0;
	}
	return 1;
}

struct get_cs {           /* q->lock, in.c:24-30 */
	struct queue *q;  /* in */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->count == 0) {
		return 1;
	}
	q->count--;
	return 0;
}

static int get(struct queue *q)
{
	struct get_cs cs = { .q = q };
	if (rcl_exec_anon(&q->lock, get_cs, &cs, sizeof(cs)) == 1) {
		return 0;
	}
	return 1;
}

struct drain_cs {         /* q->lock, in.c:36-44 */
	struct queue *q;  /* in */
	int at;           /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct queue *q = cs->q;

	if (cs->at == 1) {
		goto at_1;
	}

	while (q->count > 2) {
		q->count--;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	return 0;
}

static void drain(struct queue *q)
{
	struct drain_cs cs = { .q = q, .at = 0 };
	while (rcl_exec_anon(&q->lock, drain_cs, &cs, sizeof(cs)) == 1) {
		printf(".");
	}
}

int main(void)
{
	struct queue q = { .count = 0 };
	int in = 0, out = 0;

	{rcl_mutex_init(&(q.lock), NULL, queue_lock);}
	for (int i = 0; i < 11; i++)
		in += put(&q);
	drain(&q);
	for (int i = 0; i < 11; i++)
		out += get(&q);
	printf("%d %d %d\n", in, out, q.count);
	return 0;
}
