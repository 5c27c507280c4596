/* Macros that give a lock back and do something both before and after, and lock macros that keep the call's result. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct queue {
	rcl_mutex_t m;
	int n, closed;
};

static int verbose = 1;
static long traces;

static void trace(const char *what, void *m)
{
	traces = traces * 3 + what[0] + (m != NULL);
}

#define DEBUG(what, m) if (verbose) { void *at_ = (m); trace(what, at_); }
#define ACQUIRE(m) do { int rc; DEBUG("lock", m); rc = rcl_lock(m); if (rc != 0) abort(); DEBUG("locked", m); } while (0)
#define ACQUIRE_AHEAD(m) do { DEBUG("lock", m); } while (0)
#define ACQUIRE_HELD(m) do { int rc; rc = 0; if (rc != 0) abort(); DEBUG("locked", m); } while (0)
#define RELEASE(m)							\
	do {								\
		int rc;							\
		DEBUG("unlock", m);					\
		rc = rcl_unlock(m);					\
		if (rc != 0) {						\
			abort();					\
		}							\
		DEBUG("unlocked", m);					\
	} while (0)
#define RELEASE_AFTER(m)						\
	do {								\
		int rc;							\
		rc = 0;							\
		if (rc != 0) {						\
			abort();					\
		}							\
		DEBUG("unlocked", m);					\
	} while (0)
#define RELEASE_HELD(m)							\
	do {								\
		DEBUG("unlock", m);					\
	} while (0)
#define INNER_LOCK(m) ACQUIRE(&(m))
#define INNER_LOCK_AHEAD(m) ACQUIRE_AHEAD(&(m))
#define INNER_LOCK_HELD(m) ACQUIRE_HELD(&(m))
#define INNER_UNLOCK(m) RELEASE(&(m))
#define INNER_UNLOCK_AFTER(m) RELEASE_AFTER(&(m))
#define INNER_UNLOCK_HELD(m) RELEASE_HELD(&(m))
#define QUEUE_LOCK INNER_LOCK(the_queue.m)
#define QUEUE_LOCK_AHEAD() INNER_LOCK_AHEAD(the_queue.m)
#define QUEUE_LOCK_HELD() INNER_LOCK_HELD(the_queue.m)
#define QUEUE_UNLOCK INNER_UNLOCK(the_queue.m)
#define QUEUE_UNLOCK_AFTER() INNER_UNLOCK_AFTER(the_queue.m)
#define QUEUE_UNLOCK_HELD() INNER_UNLOCK_HELD(the_queue.m)
#define COMMAS(m) (trace("a", m), rcl_unlock(m), trace("b", m))
#define COMMAS_AFTER(m) (trace("b", m))
#define COMMAS_HELD(m) (trace("a", m))
#define RELEASE_FOR(q, c) do { (q)->closed = 0; rcl_unlock(&(q)->m); trace("c", c); } while (0)
#define RETURN(q, v) do { (q)->closed = 0; rcl_unlock(&(q)->m); traces += (v); } while (0)
#define RETURN_AFTER(q, v) do { traces += (v); } while (0)
#define RETURN_HELD(q, v) do { (q)->closed = 0; } while (0)

static struct queue the_queue = { RCL_MUTEX_INITIALIZER(queue_m_in), 3, 0 };

struct plain_cs {         /* q->m, in.c:45-47 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	ACQUIRE_HELD(&q->m);
	r = q->n++;
	RELEASE_HELD(&q->m);
	cs->r = r;
	return 0;
}

static int plain(struct queue *q)
{
	int r;

	struct plain_cs cs = { .q = q };
	ACQUIRE_AHEAD(&q->m);
	rcl_exec_anon(&q->m, plain_cs, &cs, sizeof(cs));
	r = cs.r;
	RELEASE_AFTER(&q->m);
	return r;
}

struct last_cs {          /* q->m, in.c:53-55 */
	struct queue *q;  /* in */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	struct queue *q = cs->q;

	ACQUIRE_HELD(&q->m);
	q->n++;
	RELEASE_HELD(&q->m);
	return 0;
}

static void last(struct queue *q)
{
	struct last_cs cs = { .q = q };
	ACQUIRE_AHEAD(&q->m);
	rcl_exec_anon(&q->m, last_cs, &cs, sizeof(cs));
	RELEASE_AFTER(&q->m);
}

struct early_cs {         /* q->m, in.c:62-77 */
	struct queue *q;  /* in */
	int k;            /* in */
	int r;            /* out */
};

static int early_cs(void *ctx)
{
	struct early_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;
	int r;

	ACQUIRE_HELD(&q->m);
	if (q->closed) {
		RELEASE_HELD(&q->m);
		return 1;
	}
	if (k == 1) {
		RELEASE_HELD(&q->m);
		return 2;
	}
	r = q->n += k;
	if (k == 2) {
		cs->r = r;
		return 3;
	}
	RELEASE_HELD(&q->m);
	cs->r = r;
	return 0;
}

static int early(struct queue *q, int k)
{
	int r;

	struct early_cs cs = { .q = q, .k = k };
	ACQUIRE_AHEAD(&q->m);
	switch (rcl_exec_anon(&q->m, early_cs, &cs, sizeof(cs))) {
	case 1:
		RELEASE_AFTER(&q->m);
		return -1;
	case 2:
		RELEASE_AFTER(&q->m);
		k++;
		return k;
	case 3:
		r = cs.r;
		return -r;
	}
	r = cs.r;
	RELEASE_AFTER(&q->m);
	return r;
}

struct simple_cs {  /* the_queue.m, in.c:85-87 */
	int r;      /* out */
};

static int simple_cs(void *ctx)
{
	struct simple_cs *cs = ctx;
	int r;

	QUEUE_LOCK_HELD();
	r = the_queue.n++;
	QUEUE_UNLOCK_HELD();
	cs->r = r;
	return 0;
}

static int simple(void)
{
	int r;

	struct simple_cs cs;
	QUEUE_LOCK_AHEAD();
	rcl_exec_anon(&the_queue.m, simple_cs, &cs, sizeof(cs));
	r = cs.r;
	QUEUE_UNLOCK_AFTER();
	return r;
}

struct branches_queue_1_cs {  /* q->m, in.c:97-108 */
	struct queue *q;      /* in */
	int r;                /* in-out */
	int i;                /* in */
};

static int branches_queue_1_cs(void *ctx)
{
	struct branches_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;
	int i = cs->i;

	if (i == 1) {
		COMMAS_HELD(&q->m);
		cs->r = r;
		return 1;
	}
	if (i == 2) {
		r += q->n;
		RELEASE_HELD(&q->m);
		cs->r = r;
		return 2;
	} else {
		r -= q->n;
		COMMAS_HELD(&q->m);
		cs->r = r;
		return 3;
	}
}

struct branches_queue_2_cs {  /* q->m, in.c:111-113 */
	struct queue *q;      /* in */
	int r;                /* in-out */
};

static int branches_queue_2_cs(void *ctx)
{
	struct branches_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	r += q->n++;
	RELEASE_HELD(&q->m);
	cs->r = r;
	return 0;
}

/* on several ways, at the end of branches, in loops, and where the result is asked for */
static int branches(struct queue *q, int k)
{
	int r = 0;

	for (int i = 0; i < k; i++) {
		struct branches_queue_1_cs cs = { .q = q, .r = r, .i = i };
		int way = rcl_exec_anon(&q->m, branches_queue_1_cs, &cs, sizeof(cs));

		if (way == 1) {
			r = cs.r;
			COMMAS_AFTER(&q->m);
			r++;
			continue;
		} else if (way == 2) {
			r = cs.r;
			RELEASE_AFTER(&q->m);
		} else {
			r = cs.r;
			COMMAS_AFTER(&q->m);
		}
	}
	struct branches_queue_2_cs cs = { .q = q, .r = r };
	if (rcl_tryexec(&q->m, branches_queue_2_cs, &cs, sizeof(cs)) == 0) {
		r = cs.r;
		RELEASE_AFTER(&q->m);
	}
	return r;
}

struct given_cs {         /* q->m, in.c:123-125 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int given_cs(void *ctx)
{
	struct given_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	r = q->n;
	RETURN_HELD(q, r);
	cs->r = r;
	return 0;
}

/* what the client gives it: a value that the section works out, and what it declares */
static int given(struct queue *q)
{
	int r = 1;

	struct given_cs cs = { .q = q };
	rcl_exec_anon(&q->m, given_cs, &cs, sizeof(cs));
	r = cs.r;
	RETURN_AFTER(q, r);
	return q->n;
}

struct declared_cs {      /* q->m, in.c:133-135 */
	struct queue *q;  /* in */
	int k;            /* out */
	struct queue *p;  /* out */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	struct queue *q = cs->q;
	int k;
	struct queue *p = q + q->closed;
	k = p->n++;
	cs->k = k;
	cs->p = p;
	return RCL_KEEP;
}

static int declared(struct queue *q)
{
	int k = 0;

	struct queue *p;
	struct declared_cs cs = { .q = q };
	rcl_exec_anon(&q->m, declared_cs, &cs, sizeof(cs));
	k = cs.k;
	p = cs.p;
	if (k == 3) {
		struct queue *q = p + 1;

		RELEASE_FOR(q - 1, q);
		return 7;
	}
	RELEASE_FOR(q, p);
	return k;
}

struct of_its_own_cs {     /* own, in.c:152-154 */
	rcl_mutex_t *own;  /* by reference */
	int *count;        /* by reference */
	int r;             /* out */
};

static int of_its_own_cs(void *ctx)
{
	struct of_its_own_cs *cs = ctx;
	rcl_mutex_t *own = cs->own;
	int *count = cs->count;
	int r;

	ACQUIRE_HELD(own);
	r = (*count)++;
	RELEASE_HELD(own);
	cs->r = r;
	return 0;
}

static int of_its_own(void)
{
	static rcl_mutex_t own = RCL_MUTEX_INITIALIZER(own);
	static int count;
	int r;

	struct of_its_own_cs cs = { .own = &own, .count = &count };
	ACQUIRE_AHEAD(&own);
	rcl_exec_anon(&own, of_its_own_cs, &cs, sizeof(cs));
	r = cs.r;
	RELEASE_AFTER(&own);
	return r;
}

struct nested_the_queue_cs {  /* the_queue.m, in.c:163-165 */
	struct queue *q;      /* in */
	int r;                /* in-out */
};

static int nested_the_queue_cs(void *ctx)
{
	struct nested_the_queue_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	QUEUE_LOCK_HELD();
	r += the_queue.n + q->n++;
	QUEUE_UNLOCK_HELD();
	cs->r = r;
	return 0;
}

struct nested_queue_cs {  /* q->m, in.c:162-168 */
	struct queue *q;  /* in */
	int r;            /* in-out */
};

static int nested_queue_cs(void *ctx)
{
	struct nested_queue_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	ACQUIRE_HELD(&q->m);
	struct nested_the_queue_cs the_queue_cs = { .q = q, .r = r };
	QUEUE_LOCK_AHEAD();
	rcl_exec_anon(&the_queue.m, nested_the_queue_cs, &the_queue_cs, sizeof(the_queue_cs));
	r = the_queue_cs.r;
	QUEUE_UNLOCK_AFTER();
	if (r == 100)
		r++;
	RELEASE_HELD(&q->m);
	cs->r = r;
	return 0;
}

static int nested(struct queue *q)
{
	int r = 0;

	struct nested_queue_cs cs = { .q = q, .r = r };
	ACQUIRE_AHEAD(&q->m);
	rcl_exec_anon(&q->m, nested_queue_cs, &cs, sizeof(cs));
	r = cs.r;
	RELEASE_AFTER(&q->m);
	return r;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m_main), 3, 0 };

	printf("%d\n", plain(&q));
	last(&q);
	printf("%d %d %d\n", early(&q, 1), early(&q, 2), early(&q, 3));
	printf("%d %d\n", simple(), simple());
	printf("%d\n", branches(&q, 4));
	printf("%d %d %d\n", given(&q), declared(&q), nested(&q));
	printf("%d %d\n", of_its_own(), of_its_own());
	printf("%d %d %ld\n", q.n, the_queue.n, traces);
	return 0;
}
