/* A type that is called bool may be a number, which is cut. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef unsigned char bool;

struct queue {
	rcl_mutex_t mutex;
	int length;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_mutex), 0 };

static rcl_mutex_t *if_mutex(struct queue *q)
{
	return &q->mutex;
}

struct add_cs {           /* q->mutex, in.c:28-31 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int add(struct queue *q, int flags, int n)
{
	struct add_cs cs = { .q = q, .n = n };
	if ((bool)(flags & 256)) {
		rcl_exec_anon(if_mutex(q), add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
	n = cs.n;
	return n;
}

struct take_cs {          /* q->mutex, in.c:37-40 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length -= n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int take(struct queue *q, int flags, int n)
{
	struct take_cs cs = { .q = q, .n = n };
	if ((bool)flags) {
		rcl_exec_anon(if_mutex(q), take_cs, &cs, sizeof(cs));
	} else {
		take_cs(&cs);
	}
	n = cs.n;
	return n;
}

struct leave_cs {         /* q->mutex, in.c:46-48 */
	struct queue *q;  /* in */
	int length;       /* in */
};

static int leave_cs(void *ctx)
{
	struct leave_cs *cs = ctx;
	struct queue *q = cs->q;
	int length = cs->length;

	q->length = length;
	return 0;
}

static int leave(struct queue *q, int length)
{
	struct leave_cs cs = { .q = q, .length = length };
	if (length > 3) {
		rcl_exec_anon(if_mutex(q), leave_cs, &cs, sizeof(cs));
	} else {
		leave_cs(&cs);
	}
	return length;
}

struct main_cs {  /* queue.mutex, in.c:56-59 */
	int sum;  /* out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int sum;

	sum = add(&queue, 256, 4);
	sum = 10 * sum + take(&queue, 512, 1);
	cs->sum = sum;
	return 0;
}

int main(void)
{
	int sum;

	struct main_cs cs;
	rcl_exec_anon(&queue.mutex, main_cs, &cs, sizeof(cs));
	sum = cs.sum;
	sum = 10 * sum + add(&queue, 1, 2) + take(&queue, 255, 1) + leave(&queue, 5);
	printf("%d %d\n", sum, queue.length);
	return 0;
}
