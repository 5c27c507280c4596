/* Lock macros with a declaration, where none may follow a statement. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t m;
	int n;
};

#define ENTER(m) int state_ = 0; rcl_lock(m)
#define ENTER_AHEAD(m) int state_ = 0
#define LEAVE(m) rcl_unlock(m); (void)state_
#define LEAVE_AFTER(m) (void)state_
#define DISABLE_LOCK(q) int cancel_; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_); rcl_lock(&(q)->m)
#define DISABLE_LOCK_AHEAD(q) int cancel_; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_)
#define UNLOCK_ENABLE(q) rcl_unlock(&(q)->m); pthread_setcancelstate(cancel_, NULL)
#define UNLOCK_ENABLE_AFTER(q) pthread_setcancelstate(cancel_, NULL)

struct plain_cs {         /* q->m, in.c:18-20 */
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

struct early_queue_1_cs {  /* q->m, in.c:26-33 */
	struct queue *q;   /* in */
	int k;             /* in */
	int r;             /* out */
};

static int early_queue_1_cs(void *ctx)
{
	struct early_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	q->n += k;
	if (k == 2) {
		int r = q->n;
		cs->r = r;
		return 1;
	}
	return 0;
}

struct early_queue_2_cs {  /* q->m, in.c:38-40 */
	struct queue *q;   /* in */
};

static int early_queue_2_cs(void *ctx)
{
	struct early_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;

	q->n++;
	return 0;
}

static int early(struct queue *q, int k)
{
	struct early_queue_1_cs cs = { .q = q, .k = k };

	DISABLE_LOCK_AHEAD(q);
	if (rcl_exec_anon(&q->m, early_queue_1_cs, &cs, sizeof(cs)) == 1) {
		int r = cs.r;
		UNLOCK_ENABLE_AFTER(q);
		return r;
	}
	UNLOCK_ENABLE_AFTER(q);
	{
		int cancel_ = 5;
		q->n += cancel_;
		{
			struct early_queue_2_cs queue_2_cs = { .q = q };

			DISABLE_LOCK_AHEAD(q);
			rcl_exec_anon(&q->m, early_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
			UNLOCK_ENABLE_AFTER(q);
		}
	}
	return q->n;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m), 3 };

	printf("%d\n", plain(&q));
	printf("%d %d\n", early(&q, 1), early(&q, 2));
	return 0;
}
