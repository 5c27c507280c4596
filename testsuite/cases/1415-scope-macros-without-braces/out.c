/* Scope macros before a statement without braces. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t m;
	int n;
};

#define WITH(m) for (int once_ = (rcl_lock(m), 1); once_; once_ = (rcl_unlock(m), 0))
#define SYNCHRONIZED(m) \
	for (int i_ = (rcl_lock(m), 0); i_ < 1; i_++, rcl_unlock(m))
#define GUARDED(m) \
	for (rcl_mutex_t *held_ __attribute__((cleanup(give_it_back), unused)) = taken(m), *once_ = NULL; \
		once_ == NULL; once_ = (void *)1)
#define ADD(q, k) ((q)->n += (k))

struct plain_queue_1_cs {  /* q->m, in.c:31-33 */
	struct queue *q;   /* in */
	int k;             /* in */
};

static int plain_queue_1_cs(void *ctx)
{
	struct plain_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	/* as many as were asked for */
	q->n += k;
	return 0;
}

struct plain_queue_2_cs {  /* q->m, in.c:34 */
	struct queue *q;   /* in */
};

static int plain_queue_2_cs(void *ctx)
{
	struct plain_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;

	q->n++;	/* one more */
	return 0;
}

struct plain_queue_3_cs {  /* q->m, in.c:35-38 */
	struct queue *q;   /* in */
	int k;             /* in */
};

static int plain_queue_3_cs(void *ctx)
{
	struct plain_queue_3_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	if (q->n > k) {
		q->n -= 2;
	}
	return 0;
}

struct plain_queue_4_cs {  /* q->m, in.c:39-43 */
	struct queue *q;   /* in */
	int k;             /* in */
};

static int plain_queue_4_cs(void *ctx)
{
	struct plain_queue_4_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	if (q->n > k)
		q->n--;
	else
		q->n += 3;
	return 0;
}

struct plain_queue_5_cs {  /* q->m, in.c:44-46 */
	struct queue *q;   /* in */
	int k;             /* in */
};

static int plain_queue_5_cs(void *ctx)
{
	struct plain_queue_5_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	for (int i = 0; i < k; i++)
		q->n += i;
	return 0;
}

static int plain(struct queue *q, int k)
{
	struct plain_queue_1_cs cs = { .q = q, .k = k };
	rcl_exec_anon(&q->m, plain_queue_1_cs, &cs, sizeof(cs));
	struct plain_queue_2_cs queue_2_cs = { .q = q };
	rcl_exec_anon(&q->m, plain_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	struct plain_queue_3_cs queue_3_cs = { .q = q, .k = k };
	rcl_exec_anon(&q->m, plain_queue_3_cs, &queue_3_cs, sizeof(queue_3_cs));
	struct plain_queue_4_cs queue_4_cs = { .q = q, .k = k };
	rcl_exec_anon(&q->m, plain_queue_4_cs, &queue_4_cs, sizeof(queue_4_cs));
	struct plain_queue_5_cs queue_5_cs = { .q = q, .k = k };
	rcl_exec_anon(&q->m, plain_queue_5_cs, &queue_5_cs, sizeof(queue_5_cs));
	return k;
}

struct leaving_queue_1_cs {  /* q->m, in.c:55-60 */
	struct queue *q;     /* in */
	int k;               /* in */
	int r;               /* in-out */
};

static int leaving_queue_1_cs(void *ctx)
{
	struct leaving_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;
	int r = cs->r;

	do {
		r += q->n++;
		if (r > 20)
			break;
	} while (r < k);
	cs->r = r;
	return 0;
}

struct leaving_queue_2_cs {  /* q->m, in.c:61-63 */
	struct queue *q;     /* in */
};

static int leaving_queue_2_cs(void *ctx)
{
	struct leaving_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->n == 30)
		return 1;
	return 0;
}

struct leaving_queue_3_cs {  /* q->m, in.c:65-66 */
	int r;               /* in-out */
};

static int leaving_queue_3_cs(void *ctx)
{
	struct leaving_queue_3_cs *cs = ctx;
	int r = cs->r;

	r++; /* once */
	cs->r = r;
	return 0;
}

struct leaving_queue_4_cs {  /* q->m, in.c:69-70 */
	struct queue *q;     /* in */
	int r;               /* in */
	int result;          /* out */
};

static int leaving_queue_4_cs(void *ctx)
{
	struct leaving_queue_4_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	cs->result = q->n + r;
	return 1;
}

static int leaving(struct queue *q, int k)
{
	int r = 0;

	for (int i = 0; i < 4; i++) {
		struct leaving_queue_1_cs cs = { .q = q, .k = k, .r = r };
		rcl_exec_anon(&q->m, leaving_queue_1_cs, &cs, sizeof(cs));
		r = cs.r;
		struct leaving_queue_2_cs queue_2_cs = { .q = q };
		if (rcl_exec_anon(&q->m, leaving_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs)) == 1)
			return r;
		if (i == 2) {
			struct leaving_queue_3_cs queue_3_cs = { .r = r };
			rcl_exec_anon(&q->m, leaving_queue_3_cs, &queue_3_cs, sizeof(queue_3_cs));
			r = queue_3_cs.r;
		}
	}
	struct leaving_queue_4_cs cs = { .q = q, .r = r };
	rcl_exec_anon(&q->m, leaving_queue_4_cs, &cs, sizeof(cs));
	return cs.result;
}

/* One stays: its block begins with a macro. */
static void made(struct queue *q)
{
	WITH(&q->m)
		ADD(q, 3);
}

struct cast_cs {          /* q->m, in.c:82-83 */
	struct queue *q;  /* in */
};

static int cast_cs(void *ctx)
{
	struct cast_cs *cs = ctx;
	struct queue *q = cs->q;

	(void)ADD(q, 4);
	return 0;
}

static void cast(struct queue *q)
{
	struct cast_cs cs = { .q = q };
	rcl_exec_anon(&q->m, cast_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m), 3 };

	printf("%d %d\n", plain(&q, 4), q.n);
	printf("%d\n", leaving(&q, 5));
	made(&q);
	cast(&q);
	printf("%d\n", q.n);
	return 0;
}
