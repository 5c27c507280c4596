/* Lock functions that say by 1 and 0 whether they have the lock, and callers that ask for more or less than a number. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct queue {
	rcl_mutex_t lock;
	int refs, waiting;
	char id[8];
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 1, 0, "" };

static rcl_mutex_t *queue_mutex(struct queue *q)
{
	return &q->lock;
}

static int queue_lock(struct queue *q)
{
	int ret;

	ret = rcl_lock(&q->lock);
	if (ret != 0)
		return 0;
	return 1;
}

static int queue_unlock(struct queue *q)
{
	int ret;

	ret = rcl_unlock(&q->lock);
	if (ret != 0)
		return 0;
	return 1;
}

static rcl_mutex_t *queue_try_mutex(struct queue *q)
{
	return &q->lock;
}

struct refer_cs {           /* q->lock, in.c:41-45 */
	struct queue **to;  /* in */
	struct queue *q;    /* in */
};

static int refer_cs(void *ctx)
{
	struct refer_cs *cs = ctx;
	struct queue **to = cs->to;
	struct queue *q = cs->q;

	q->refs++;
	*to = q;
	return 0;
}

static int refer(struct queue **to, struct queue *q)
{
	struct refer_cs cs = { .to = to, .q = q };
	if (rcl_exec_anon(queue_mutex(q), refer_cs, &cs, sizeof(cs)) < 0)
		return 0;
	return 1;
}

struct name_cs {          /* q->lock, in.c:53-58 */
	struct queue *q;  /* in */
	const char *id;   /* in */
	int ret;          /* out */
};

static int name_cs(void *ctx)
{
	struct name_cs *cs = ctx;
	struct queue *q = cs->q;
	const char *id = cs->id;
	int ret;

	strncpy(q->id, id, 7);
	ret = q->refs;
	cs->ret = ret;
	return 0;
}

static int name(struct queue *q, const char *id)
{
	int ret;

	struct name_cs cs = { .q = q, .id = id };
	ret = rcl_exec_anon(queue_mutex(q), name_cs, &cs, sizeof(cs)) >= 0;
	if (ret <= 0)
		return -1;
	ret = cs.ret;
	return ret;
}

struct add_cs {           /* q->lock, in.c:64-66 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->waiting += n;
	return 0;
}

static int add(struct queue *q, int n)
{
	struct add_cs cs = { .q = q, .n = n };
	rcl_exec_anon(queue_mutex(q), add_cs, &cs, sizeof(cs));
	return n;
}

struct take_cs {          /* q->lock, in.c:73-76 */
	struct queue *q;  /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;

	q->waiting--;
	return 0;
}

static int take(struct queue *q)
{
	struct take_cs cs = { .q = q };
	if (rcl_tryexec(queue_try_mutex(q), take_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct take_later_cs {    /* q->lock, in.c:82-85 */
	struct queue *q;  /* in */
};

static int take_later_cs(void *ctx)
{
	struct take_later_cs *cs = ctx;
	struct queue *q = cs->q;

	q->waiting--;
	return 1;
}

static int take_later(struct queue *q)
{
	struct take_later_cs cs = { .q = q };
	if (rcl_tryexec(queue_try_mutex(q), take_later_cs, &cs, sizeof(cs)) == 1)
		return 0;
	return -1;
}

/* This says nothing of the lock. */
static int asks_for_nothing(struct queue *q)
{
	if (queue_lock(q) < 0)
		return -1;
	q->waiting++;
	queue_unlock(q);
	return 0;
}

int main(void)
{
	struct queue *same = NULL;

	printf("%d", refer(&same, &queue));
	printf(" %d", name(same, "first"));
	printf(" %d", add(&queue, 3));
	printf(" %d", take(&queue));
	printf(" %d", take_later(&queue));
	printf(" %d\n", asks_for_nothing(&queue));
	printf("%s %d %d\n", queue.id, queue.refs, queue.waiting);
	return 0;
}
