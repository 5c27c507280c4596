/* A lock macro of several statements behind a label, which is the first one's: the others are the macro's, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t m;
	int n;
};

static long traces;

static void trace(int n)
{
	traces += n;
}

#define TRACE_LOCK(q) trace(1); rcl_lock(&(q)->m)
#define TRACE_UNLOCK(q) trace(2); rcl_unlock(&(q)->m)

struct cases_cs {         /* q->m, in.c:29-31 */
	struct queue *q;  /* in */
};

static int cases_cs(void *ctx)
{
	struct cases_cs *cs = ctx;
	struct queue *q = cs->q;

	q->n += 3;
	return 0;
}

static int cases(struct queue *q, int k)
{
	switch (k) {
	case 1:
		TRACE_LOCK(q);
		q->n++;
		rcl_unlock(&q->m);
		break;
	default:
		{
			struct cases_cs cs = { .q = q };
			rcl_exec_anon(&q->m, cases_cs, &cs, sizeof(cs));
		}
	}
	return q->n;
}

static int labels(struct queue *q, int k)
{
	int r;

	if (k)
		goto again;
	trace(5);
again:
	TRACE_LOCK(q);
	r = q->n++;
	if (r == 4)
		goto out;
	q->n++;
out:
	TRACE_UNLOCK(q);
	return r;
}

struct released_cs {      /* q->m, in.c:57-60 */
	struct queue *q;  /* in */
	int k;            /* in */
};

static int released_cs(void *ctx)
{
	struct released_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	if (k)
		return RCL_KEEP | 1;
	q->n++;
	return RCL_KEEP;
}

/* which releases behind it */
static int released(struct queue *q, int k)
{
	struct released_cs cs = { .q = q, .k = k };
	if (rcl_exec_anon(&q->m, released_cs, &cs, sizeof(cs)) == 1)
		goto out;
out:
	TRACE_UNLOCK(q);
	return q->n;
}

/* or behind a condition of the first one's alone */
static int sloppy(struct queue *q, int k)
{
	if (k)
		TRACE_LOCK(q);
	q->n++;
	rcl_unlock(&q->m);
	return q->n;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m), 3 };

	printf("%d\n", cases(&q, 1));
	printf("%d\n", cases(&q, 2));
	printf("%d\n", labels(&q, 1));
	q.n = 4;
	printf("%d\n", labels(&q, 0));
	printf("%d\n", released(&q, 0));
	printf("%d\n", sloppy(&q, 0));
	printf("%ld\n", traces);
	return 0;
}
