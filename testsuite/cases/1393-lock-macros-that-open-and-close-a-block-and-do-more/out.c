/* Lock macros that open and close a block, and do more: a macro beside each has all but the call, and is a statement. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct queue {
	rcl_mutex_t m;
	int n, held;
};

static long locks, unlocks, traces;

#define BEGIN(q) do { rcl_lock(&(q)->m); (q)->held = 1;
#define BEGIN_HELD(q) { (q)->held = 1; }
#define END(q) (q)->held = 0; rcl_unlock(&(q)->m); } while (0)
#define END_HELD(q) { (q)->held = 0; }
#define COUNT_LOCK(q)				\
	{					\
		rcl_lock(&(q)->m);		\
		(q)->held = 1;			\
		locks++;
#define COUNT_LOCK_HELD(q)			\
	{					\
		(q)->held = 1;			\
		locks++;			\
	}
#define COUNT_UNLOCK(q)				\
		unlocks++;			\
		(q)->held = 0;			\
		rcl_unlock(&(q)->m);		\
	}
#define COUNT_UNLOCK_HELD(q)			\
	{					\
		unlocks++;			\
		(q)->held = 0;			\
	}
#define CHECK_LOCK(q) { int rc_ = rcl_lock(&(q)->m); if (rc_ != 0) abort();
#define CHECK_UNLOCK(q) if (rcl_unlock(&(q)->m) != 0) abort(); }
#define TRACE_LOCK(q) do { trace(1); rcl_lock(&(q)->m);
#define TRACE_LOCK_AHEAD(q) { trace(1); }
#define TRACE_UNLOCK(q) rcl_unlock(&(q)->m); trace(2); } while (0)
#define TRACE_UNLOCK_AFTER(q) { trace(2); }
#define ALL_LOCK(q) do { trace(1); rcl_lock(&(q)->m); (q)->held = 1;
#define ALL_LOCK_AHEAD(q) { trace(1); }
#define ALL_LOCK_HELD(q) { (q)->held = 1; }
#define ALL_UNLOCK(q) (q)->held = 0; rcl_unlock(&(q)->m); trace(2); } while (0)
#define ALL_UNLOCK_AFTER(q) { trace(2); }
#define ALL_UNLOCK_HELD(q) { (q)->held = 0; }
#define OUTER_LOCK(q) BEGIN(q)
#define OUTER_LOCK_HELD(q) BEGIN_HELD(q)
#define OUTER_UNLOCK(q) END(q)
#define OUTER_UNLOCK_HELD(q) END_HELD(q)

static void trace(int n)
{
	__atomic_add_fetch(&traces, n, __ATOMIC_RELAXED);
}

struct plain_cs {         /* q->m, in.c:43-46 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	BEGIN_HELD(q)
		r = q->n++;
		r += q->held;
	END_HELD(q);
	cs->r = r;
	return 0;
}

static int plain(struct queue *q)
{
	int r;

	struct plain_cs cs = { .q = q };
	rcl_exec_anon(&q->m, plain_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct early_cs {         /* q->m, in.c:52-62 */
	struct queue *q;  /* in */
	int k;            /* in */
};

static int early_cs(void *ctx)
{
	struct early_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	COUNT_LOCK_HELD(q);
	if (k == 2) {
		return 1;
	}
	int n = q->n;
	if (k == 1)
		goto out;
	q->n = n + k;
out:
	COUNT_UNLOCK_HELD(q);
	return 0;
}

static int early(struct queue *q, int k)
{
	struct early_cs cs = { .q = q, .k = k };
	if (rcl_exec_anon(&q->m, early_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return q->n;
}

struct checked_cs {       /* q->m, in.c:70-72 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	r = q->n++;
	cs->r = r;
	return 0;
}

static int checked(struct queue *q)
{
	int r;

	struct checked_cs cs = { .q = q };
	rcl_exec_anon(&q->m, checked_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct traced_cs {        /* q->m, in.c:80-82 */
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
	return r;
}

struct all_cs {           /* q->m, in.c:90-92 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int all_cs(void *ctx)
{
	struct all_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	ALL_LOCK_HELD(q);
	r = q->n++ + q->held;
	ALL_UNLOCK_HELD(q);
	cs->r = r;
	return 0;
}

static int all(struct queue *q)
{
	int r;

	struct all_cs cs = { .q = q };
	ALL_LOCK_AHEAD(q);
	rcl_exec_anon(&q->m, all_cs, &cs, sizeof(cs));
	r = cs.r;
	ALL_UNLOCK_AFTER(q);
	return r;
}

struct outer_cs {         /* q->m, in.c:100-102 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int outer_cs(void *ctx)
{
	struct outer_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	OUTER_LOCK_HELD(q);
	r = q->n++ + q->held;
	OUTER_UNLOCK_HELD(q);
	cs->r = r;
	return 0;
}

static int outer(struct queue *q)
{
	int r;

	struct outer_cs cs = { .q = q };
	rcl_exec_anon(&q->m, outer_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

/* one that does more, and one that does not */
#define LOCK_ONLY(q) { rcl_lock(&(q)->m);
#define UNLOCK_ONLY(q) rcl_unlock(&(q)->m); }

struct mixed_queue_1_cs {  /* q->m, in.c:113-115 */
	struct queue *q;   /* in */
	int r;             /* out */
};

static int mixed_queue_1_cs(void *ctx)
{
	struct mixed_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	COUNT_LOCK_HELD(q)
		r = q->n++ + q->held;
	cs->r = r;
	return 0;
}

struct mixed_queue_2_cs {  /* q->m, in.c:116-118 */
	struct queue *q;   /* in */
	int r;             /* in-out */
};

static int mixed_queue_2_cs(void *ctx)
{
	struct mixed_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

		r += q->n++ + q->held;
	COUNT_UNLOCK_HELD(q)
	cs->r = r;
	return 0;
}

static int mixed(struct queue *q)
{
	int r;

	struct mixed_queue_1_cs cs = { .q = q };
	rcl_exec_anon(&q->m, mixed_queue_1_cs, &cs, sizeof(cs));
	r = cs.r;
	struct mixed_queue_2_cs queue_2_cs = { .q = q, .r = r };
	rcl_exec_anon(&q->m, mixed_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	r = queue_2_cs.r;
	return r;
}

struct nested_queue_2_cs {  /* p->m, in.c:128-130 */
	struct queue *q;    /* in */
	struct queue *p;    /* in */
	int r;              /* in-out */
};

static int nested_queue_2_cs(void *ctx)
{
	struct nested_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;
	struct queue *p = cs->p;
	int r = cs->r;

	COUNT_LOCK_HELD(p);
	r += p->n + q->n++;
	COUNT_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

struct nested_queue_1_cs {  /* q->m, in.c:127-133 */
	struct queue *q;    /* in */
	struct queue *p;    /* in */
	int r;              /* in-out */
};

static int nested_queue_1_cs(void *ctx)
{
	struct nested_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	struct queue *p = cs->p;
	int r = cs->r;

	BEGIN_HELD(q);
	struct nested_queue_2_cs queue_2_cs = { .q = q, .p = p, .r = r };
	rcl_exec_anon(&p->m, nested_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	r = queue_2_cs.r;
	if (q->n == 100)
		r++;
	END_HELD(q);
	cs->r = r;
	return 0;
}

static int nested(struct queue *q, struct queue *p)
{
	int r = 0;

	for (int i = 0; i < 3; i++) {
		struct nested_queue_1_cs cs = { .q = q, .p = p, .r = r };
		rcl_exec_anon(&q->m, nested_queue_1_cs, &cs, sizeof(cs));
		r = cs.r;
	}
	return r;
}

/* macros of brackets, and a variable that the block needs */
#define STMT_BEGIN do {
#define STMT_END } while (0)
#define STMT_LOCK(q) STMT_BEGIN rcl_lock(&(q)->m); (q)->held = 1;
#define STMT_UNLOCK(q) (q)->held = 0; rcl_unlock(&(q)->m); STMT_END
#define DECLARING_LOCK(q) { int before_; rcl_lock(&(q)->m); before_ = (q)->n;
#define DECLARING_UNLOCK(q) (q)->held = before_; rcl_unlock(&(q)->m); }
#define DO_LOCK(q) \
	do \
	{ \
		rcl_lock(&(q)->m); /* taken */ \
		(q)->held = 1; /* noted */
#define DO_LOCK_HELD(q) \
	{ \
		(q)->held = 1; \
	}
#define DO_UNLOCK(q) \
		if ((q)->held) { \
			(q)->held = 0; \
		} \
		rcl_unlock(&(q)->m); \
	} while (0)
#define DO_UNLOCK_HELD(q) \
	{ \
		if ((q)->held) { \
			(q)->held = 0; \
		} \
	}
struct brackets_cs {      /* q->m, in.c:166-174 */
	struct queue *q;  /* in */
	int r;            /* in-out */
};

static int brackets_cs(void *ctx)
{
	struct brackets_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	DO_LOCK_HELD(q);
	r += q->n++;
	if (r == 7) {
		r++;
		q->held = 0;
		cs->r = r;
		return 1;
	}
	DO_UNLOCK_HELD(q);
	cs->r = r;
	return 0;
}

static int brackets(struct queue *q)
{
	int r;

	STMT_LOCK(q);
	r = q->n++ + q->held;
	STMT_UNLOCK(q);
	DECLARING_LOCK(q);
	r += q->n++;
	DECLARING_UNLOCK(q);
	struct brackets_cs cs = { .q = q, .r = r };
	if (rcl_exec_anon(&q->m, brackets_cs, &cs, sizeof(cs)) == 1) {
		r = cs.r;
		return r;
	}
	r = cs.r;
	return r;
}

/* the same in macros that are whole, behind a block or a comment */
#define BLOCK_LOCK(q) do { /* first */ rcl_lock(&(q)->m); (q)->held = 1; } while (0)
#define BLOCK_LOCK_HELD(q) do { /* first */ (q)->held = 1; } while (0)
#define BLOCK_UNLOCK(q) do { if ((q)->held) { (q)->held = 0; } rcl_unlock(&(q)->m); } while (0)
#define BLOCK_UNLOCK_HELD(q) do { if ((q)->held) { (q)->held = 0; } } while (0)
struct blocks_cs {        /* q->m, in.c:185-187 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int blocks_cs(void *ctx)
{
	struct blocks_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	BLOCK_LOCK_HELD(q);
	r = q->n++ + q->held;
	BLOCK_UNLOCK_HELD(q);
	cs->r = r;
	return 0;
}

static int blocks(struct queue *q)
{
	int r;

	struct blocks_cs cs = { .q = q };
	rcl_exec_anon(&q->m, blocks_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

static void *run(void *arg)
{
	for (int i = 0; i < 200; i++) {
		plain(arg);
		early(arg, 3);
		traced(arg);
	}
	return NULL;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m_main), 3, 0 }, p = { RCL_MUTEX_INITIALIZER(queue_m_main_203), 5, 0 };
	pthread_t t[3];

	printf("%d %d %d %d\n", plain(&q), early(&q, 1), early(&q, 2), early(&q, 3));
	printf("%d %d %d %d\n", checked(&q), traced(&q), all(&q), outer(&q));
	printf("%d %d %d\n", brackets(&q), brackets(&q), blocks(&q));
	printf("%d %d\n", mixed(&q), nested(&q, &p));
	printf("%ld %ld %ld\n", locks, unlocks, traces);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, run, &q);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("%d %ld %ld %d\n", q.n, locks, unlocks, q.held);
	return 0;
}
