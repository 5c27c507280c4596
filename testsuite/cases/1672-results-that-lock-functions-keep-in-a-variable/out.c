/* What a lock function gives stands in a variable, which has another value before; its callers ask for one number. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <errno.h>
enum status { ST_OK, ST_FAILED, ST_BUSY };
struct queue { rcl_mutex_t lock; int length; };
static struct queue one = { RCL_MUTEX_INITIALIZER(queue_lock), 0 };
static int busy;

static rcl_mutex_t *queue_mutex(struct queue *q)
{
	return &q->lock;
}

static rcl_mutex_t *queue_acquire_mutex(struct queue *q)
{
	return &q->lock;
}

static rcl_mutex_t *queue_enter_mutex(struct queue *q)
{
	return &q->lock;
}

static rcl_mutex_t *queue_try_mutex(struct queue *q)
{
	return &q->lock;
}

static int queue_try(struct queue *q)
{
	int ret = 0;

	if (rcl_trylock(&q->lock) != 0)
		ret = -1;
	return ret;
}

static rcl_mutex_t *queue_try_it_mutex(struct queue *q)
{
	return &q->lock;
}

/* the number that it gives is that of the mutex */
static int queue_number(struct queue *q, int n)
{
	int ret = n;

	if (rcl_lock(&q->lock) != 0)
		ret = -1;
	return ret;
}

/* what it keeps may be another number */
static int queue_some(struct queue *q, int n)
{
	char ret = 0;

	if (rcl_lock(&q->lock) == 0)
		ret = 256 * n;
	return ret;
}

static void queue_unlock(struct queue *q)
{
	rcl_unlock(&q->lock);
}

struct a_cs {             /* q->lock, in.c:87-91 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int a(struct queue *q, int n)
{
	struct a_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(queue_mutex(q), a_cs, &cs, sizeof(cs)) < 0)
		return -1;
	n = cs.n;
	return n;
}

struct b_cs {             /* q->lock, in.c:97-101 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int b(struct queue *q, int n)
{
	struct b_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(queue_acquire_mutex(q), b_cs, &cs, sizeof(cs)) < 0)
		return -1;
	n = cs.n;
	return n;
}

struct c_cs {             /* q->lock, in.c:107-113 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int c(struct queue *q, int n)
{
	struct c_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(queue_enter_mutex(q), c_cs, &cs, sizeof(cs)) < 0) {
		perror("queue");
		return -1;
	}
	n = cs.n;
	return n;
}

struct d_cs {             /* q->lock, in.c:121-125 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int d(struct queue *q, int n)
{
	int rc;

	struct d_cs cs = { .q = q, .n = n };
	rc = -rcl_exec_anon(queue_enter_mutex(q), d_cs, &cs, sizeof(cs));
	if (rc != -1)
		n = cs.n;
	return n;
}

struct e_cs {             /* q->lock, in.c:132-138 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int e_cs(void *ctx)
{
	struct e_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int e(struct queue *q, int n)
{
	struct e_cs cs = { .q = q, .n = n };
	if (rcl_tryexec(queue_try_mutex(q), e_cs, &cs, sizeof(cs)) < 0) {
		busy++;
		return -1;
	}
	n = cs.n;
	return n;
}

struct f_cs {             /* q->lock, in.c:144-147 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int f_cs(void *ctx)
{
	struct f_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int f(struct queue *q, int n)
{
	struct f_cs cs = { .q = q, .n = n };
	if (rcl_tryexec(queue_try_it_mutex(q), f_cs, &cs, sizeof(cs)) == 0)
		n = cs.n;
	return n;
}

static int g(struct queue *q, int n)
{
	if (queue_number(q, n) == -1)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

struct h_cs {             /* q->lock, in.c:164-168 */
	struct queue *q;  /* in */
	int n;            /* in-out */
};

static int h_cs(void *ctx)
{
	struct h_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	n = q->length;
	cs->n = n;
	return 0;
}

static int h(struct queue *q, int n)
{
	struct h_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->lock, h_cs, &cs, sizeof(cs)) < 0)
		return -1;
	n = cs.n;
	return n;
}

static int i(struct queue *q, int n)
{
	if (queue_try(q) == -1)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

/* an attempt that has failed may give another one, for all that anybody knows */
static int j(struct queue *q, int n)
{
	int rc = queue_try(q);

	if (rc < 0)
		return rc;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int k(struct queue *q, int n)
{
	if (queue_some(q, n) != 0)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

int main(void)
{
	int s = a(&one, 1) + b(&one, 2) * 3 + c(&one, 3) * 5 + d(&one, 4) * 7 + e(&one, 5) * 11 + f(&one, 6) * 13 + g(&one, 7) + h(&one, 8) + i(&one, 9);

	s += j(&one, 10) + k(&one, 11);

	printf("%d %d %d\n", s, one.length, busy);
	return 0;
}
