/* What the client changes while the lock is released, and the section does not read behind that, stays the client's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	rcl_cond_t filled;
	int head, used, closed, done;
	int items[16];
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), RCL_COND_INITIALIZER };

static int step(int item)
{
	return item / 2;
}

struct work_cs {          /* q->lock, in.c:25-43 */
	struct queue *q;  /* in */
	int item;         /* out */
	int steps;        /* in */
	int at;           /* where it goes on */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	struct queue *q = cs->q;
	int item = cs->item;
	int steps = cs->steps;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	for (;;) {
		while (q->used == 0 && !q->closed) {
			cs->at = 2;
			return rcl_wait(&q->filled, &q->lock);
			at_2: ;
		}
		if (q->used == 0)
			break;
		item = q->items[q->head];
		q->head = (q->head + 1) % 16;
		q->used--;
		cs->item = item;
		cs->at = 1;
		return 1;
		at_1:
		q->done++;
	}
	q->items[0] = steps;
	return 0;
}

/* each round takes another item, and works on it until nothing is left */
static void *work(void *arg)
{
	struct queue *q = arg;
	int item, steps = 0;

	struct work_cs cs = { .q = q, .steps = steps, .at = 0 };
	while (rcl_exec_waiting(&q->lock, work_cs, &cs, sizeof(cs)) == 1) {
		item = cs.item;
		while (item > 0) {
			item = step(item);
			steps++;
		}
		cs.steps = steps;
	}
	return NULL;
}

struct drain_cs {         /* q->lock, in.c:52-63 */
	struct queue *q;  /* in */
	int item;         /* out */
	int left;         /* in */
	int at;           /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct queue *q = cs->q;
	int item = cs->item;
	int left = cs->left;

	if (cs->at == 1)
		goto at_1;

	while (q->used > 0) {
		item = q->items[--q->used] + left;
		cs->item = item;
		cs->at = 1;
		return 1;
		at_1:
		q->done += item;
	}
	return 0;
}

/* the section goes on with what is left of one, and the last one is read behind it */
static int drain(struct queue *q)
{
	int item = 0, last = -1, left = 0;

	struct drain_cs cs = { .q = q, .left = left, .at = 0 };
	while (rcl_exec_anon(&q->lock, drain_cs, &cs, sizeof(cs)) == 1) {
		item = cs.item;
		last = item;
		item = step(item);
		left = item % 3;
		printf("%d %d\n", item, left);
		cs.item = item;
		cs.left = left;
	}
	return last;
}

/* queue.lock, in.c:81-84 */
static int main_cs(void *ctx)
{
	queue.closed = 1;
	rcl_cond_signal(&queue.filled);
	return 0;
}

int main(void)
{
	pthread_t t;
	int i;

	for (i = 0; i < 6; i++)
		queue.items[i] = 10 * i + 7;
	queue.used = 6;
	printf("%d %d\n", drain(&queue), queue.done);
	for (i = 1; i < 5; i++)
		queue.items[i] = i * 9;
	queue.head = 1;
	queue.used = 4;
	pthread_create(&t, NULL, work, &queue);
	rcl_exec_anon(&queue.lock, main_cs, NULL, 0);
	pthread_join(t, NULL);
	printf("%d %d\n", queue.items[0], queue.done);
	return 0;
}
