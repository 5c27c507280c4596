/* Lock macros that declare a variable which only the other one needs: it is the client's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t m;
	int n;
};

static long traces;

#define ENTER(m) int enter_state_ = 0; rcl_lock(m)
#define ENTER_AHEAD(m) int enter_state_ = 0
#define LEAVE(m) rcl_unlock(m); (void)enter_state_
#define LEAVE_AFTER(m) (void)enter_state_
#define DISABLE_LOCK(q)						\
	int cancel_;						\
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_);	\
	rcl_lock(&(q)->m)
#define DISABLE_LOCK_AHEAD(q)					\
	int cancel_;						\
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_)
#define UNLOCK_ENABLE(q)					\
	rcl_unlock(&(q)->m);					\
	pthread_setcancelstate(cancel_, NULL)
#define UNLOCK_ENABLE_AFTER(q)					\
	pthread_setcancelstate(cancel_, NULL)

static void trace(int n)
{
	traces += n;
}

struct plain_cs {         /* q->m, in.c:31-33 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	r = q->n++;
	cs->r = r;
	return 0;
}

static int plain(struct queue *q)
{
	int r;

	struct plain_cs cs = { .q = q };
	ENTER_AHEAD(&q->m);
	rcl_exec_anon(&q->m, plain_cs, &cs, sizeof(cs));
	r = cs.r;
	LEAVE_AFTER(&q->m);
	return r;
}

struct early_cs {         /* q->m, in.c:39-49 */
	struct queue *q;  /* in */
	int k;            /* in */
};

static int early_cs(void *ctx)
{
	struct early_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	if (k == 2) {
		return 1;
	}
	int n = q->n;
	if (k == 1)
		goto out;
	q->n = n + k;
out:
	return 0;
}

static int early(struct queue *q, int k)
{
	struct early_cs cs = { .q = q, .k = k };
	DISABLE_LOCK_AHEAD(q);
	if (rcl_exec_anon(&q->m, early_cs, &cs, sizeof(cs)) == 1) {
		UNLOCK_ENABLE_AFTER(q);
		return -1;
	}
	UNLOCK_ENABLE_AFTER(q);
	return q->n;
}

struct blocks_queue_1_cs {  /* q->m, in.c:59-60 */
	struct queue *q;    /* in */
	int r;              /* in-out */
};

static int blocks_queue_1_cs(void *ctx)
{
	struct blocks_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	r += q->n++;
	cs->r = r;
	return RCL_KEEP;
}

struct blocks_queue_2_cs {  /* p->m, in.c:62-64 */
	struct queue *p;    /* in */
	int r;              /* in-out */
};

static int blocks_queue_2_cs(void *ctx)
{
	struct blocks_queue_2_cs *cs = ctx;
	struct queue *p = cs->p;
	int r = cs->r;

	r += p->n++;
	cs->r = r;
	return 0;
}

struct blocks_queue_3_cs {  /* q->m, in.c:74-76 */
	struct queue *q;    /* in */
	int r;              /* in-out */
};

static int blocks_queue_3_cs(void *ctx)
{
	struct blocks_queue_3_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	r += q->n++;
	cs->r = r;
	return 0;
}

struct blocks_queue_4_cs {  /* q->m, in.c:86-88 */
	struct queue *q;    /* in */
	int r;              /* in-out */
};

static int blocks_queue_4_cs(void *ctx)
{
	struct blocks_queue_4_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	r += q->n++;
	cs->r = r;
	return 0;
}

/* in blocks of their own, and one in the other */
static int blocks(struct queue *q, struct queue *p, int k)
{
	int r = 0;

	for (int i = 0; i < 3; i++) {
		struct blocks_queue_1_cs cs = { .q = q, .r = r };
		DISABLE_LOCK_AHEAD(q);
		rcl_exec_anon(&q->m, blocks_queue_1_cs, &cs, sizeof(cs));
		r = cs.r;
		{
			struct blocks_queue_2_cs queue_2_cs = { .p = p, .r = r };
			DISABLE_LOCK_AHEAD(p);
			rcl_exec_anon(&p->m, blocks_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
			r = queue_2_cs.r;
			UNLOCK_ENABLE_AFTER(p);
		}
		if (q->n == k) {
			UNLOCK_ENABLE(q);
			break;
		}
		UNLOCK_ENABLE(q);
	}
	switch (k) {
	case 1: {
		struct blocks_queue_3_cs cs = { .q = q, .r = r };
		DISABLE_LOCK_AHEAD(q);
		rcl_exec_anon(&q->m, blocks_queue_3_cs, &cs, sizeof(cs));
		r = cs.r;
		UNLOCK_ENABLE_AFTER(q);
		break;
	}
	default:
		break;
	}
	if (k == 3)
		goto out;
	r++;
out:;
	struct blocks_queue_4_cs cs = { .q = q, .r = r };
	DISABLE_LOCK_AHEAD(q);
	rcl_exec_anon(&q->m, blocks_queue_4_cs, &cs, sizeof(cs));
	r = cs.r;
	UNLOCK_ENABLE_AFTER(q);
	return r;
}

/* the section needs it, or another one changes before */
#define COUNTING(q, n) int count_ = trace_of(n++); rcl_lock(&(q)->m)
#define NAMED(q) int named_ = trace_of(3); rcl_lock(&(q)->m)
static int trace_of(int n)
{
	trace(n);
	return n;
}

static int needed(struct queue *q, int n)
{
	NAMED(q);
	q->n += named_;
	rcl_unlock(&q->m);
	COUNTING(q, n);
	q->n += n;
	rcl_unlock(&q->m);
	return q->n + n + count_;
}

/* statements alone */
#define TRACE_LOCK(q) trace(1); rcl_lock(&(q)->m)
#define TRACE_LOCK_AHEAD(q) trace(1)
#define TRACE_UNLOCK(q) rcl_unlock(&(q)->m); trace(2)
#define TRACE_UNLOCK_AFTER(q) trace(2)
#define HELD_LOCK(q) rcl_lock(&(q)->m); trace(1)
struct traced_cs {        /* q->m, in.c:120-122 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int traced_cs(void *ctx)
{
	struct traced_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	r = q->n++;
	cs->r = r;
	return 0;
}

static int traced(struct queue *q)
{
	int r;

	struct traced_cs cs = { .q = q };
	TRACE_LOCK_AHEAD(q);
	rcl_exec_anon(&q->m, traced_cs, &cs, sizeof(cs));
	r = cs.r;
	TRACE_UNLOCK_AFTER(q);
	HELD_LOCK(q);
	r = q->n++;
	TRACE_UNLOCK(q);
	return r;
}

static void *run(void *arg)
{
	for (int i = 0; i < 200; i++) {
		plain(arg);
		early(arg, 3);
	}
	return NULL;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m_main), 3 }, p = { RCL_MUTEX_INITIALIZER(queue_m_main_140), 5 };
	pthread_t t[3];

	printf("%d %d %d %d\n", plain(&q), early(&q, 1), early(&q, 2), early(&q, 3));
	printf("%d %d %d\n", blocks(&q, &p, 1), blocks(&q, &p, 3), blocks(&q, &p, 14));
	printf("%d %d\n", needed(&q, 2), traced(&q));
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, run, &q);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %ld\n", q.n, p.n, traces);
	return 0;
}
