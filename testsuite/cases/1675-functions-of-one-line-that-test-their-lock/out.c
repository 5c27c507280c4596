/* A function in one line, which asks first whether it has the lock: what follows is indented once; and so is what keeps what a release gives. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue { rcl_mutex_t lock; int length; };
static struct queue one = { RCL_MUTEX_INITIALIZER(queue_lock), 0 };

struct add_cs {           /* q->lock, in.c:8 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int add_cs(void *ctx) {
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return 0;
}

static int add(struct queue *q, int n) {
	struct add_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->lock, add_cs, &cs, sizeof(cs)) < 0) return -1;
	return n;
}

struct try_it_cs {        /* q->lock, in.c:10 */
	struct queue *q;  /* in */
};

static int try_it_cs(void *ctx) {
	struct try_it_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length++;
	return 0;
}

static int try_it(struct queue *q) {
	struct try_it_cs cs = { .q = q };
	if (rcl_tryexec(&q->lock, try_it_cs, &cs, sizeof(cs)) < 0) return 0;
	return 1;
}

struct both_cs {          /* q->lock, in.c:12 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int both_cs(void *ctx) {
	struct both_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n; q->length *= 2;
	return 0;
}

static int both(struct queue *q, int n) {
	if (n == 0) return 0;
	struct both_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->lock, both_cs, &cs, sizeof(cs)) < 0) return -1;
	return n;
}

struct put_cs {           /* q->lock, in.c:14 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int put_cs(void *ctx) {
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length -= n;
	return 0;
}

static int put(struct queue *q, int n) {
	int e;
	struct put_cs cs = { .q = q, .n = n };
	rcl_exec_anon(&q->lock, put_cs, &cs, sizeof(cs));
	e = 0; return e;
}

int main(void)
{
	int sum = add(&one, 3) + try_it(&one) * 5 + both(&one, 7) * 11 + both(&one, 0) + put(&one, 1);

	printf("%d %d\n", sum, one.length);
	return 0;
}
