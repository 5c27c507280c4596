/* Lock macros that open and close a block, and do more: a macro beside each has all but the call, and is a statement. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t m;
	int n, held;
};

static long locks, unlocks, traces;

#define BEGIN(q) do { pthread_mutex_lock(&(q)->m); (q)->held = 1;
#define END(q) (q)->held = 0; pthread_mutex_unlock(&(q)->m); } while (0)
#define COUNT_LOCK(q)				\
	{					\
		pthread_mutex_lock(&(q)->m);	\
		(q)->held = 1;			\
		locks++;
#define COUNT_UNLOCK(q)				\
		unlocks++;			\
		(q)->held = 0;			\
		pthread_mutex_unlock(&(q)->m);	\
	}
#define CHECK_LOCK(q) { int rc_ = pthread_mutex_lock(&(q)->m); if (rc_ != 0) abort();
#define CHECK_UNLOCK(q) if (pthread_mutex_unlock(&(q)->m) != 0) abort(); }
#define TRACE_LOCK(q) do { trace(1); pthread_mutex_lock(&(q)->m);
#define TRACE_UNLOCK(q) pthread_mutex_unlock(&(q)->m); trace(2); } while (0)
#define ALL_LOCK(q) do { trace(1); pthread_mutex_lock(&(q)->m); (q)->held = 1;
#define ALL_UNLOCK(q) (q)->held = 0; pthread_mutex_unlock(&(q)->m); trace(2); } while (0)
#define OUTER_LOCK(q) BEGIN(q)
#define OUTER_UNLOCK(q) END(q)

static void trace(int n)
{
	__atomic_add_fetch(&traces, n, __ATOMIC_RELAXED);
}

static int plain(struct queue *q)
{
	int r;

	BEGIN(q)
		r = q->n++;
		r += q->held;
	END(q);
	return r;
}

static int early(struct queue *q, int k)
{
	COUNT_LOCK(q);
	if (k == 2) {
		pthread_mutex_unlock(&q->m);
		return -1;
	}
	int n = q->n;
	if (k == 1)
		goto out;
	q->n = n + k;
out:
	COUNT_UNLOCK(q);
	return q->n;
}

static int checked(struct queue *q)
{
	int r;

	CHECK_LOCK(q);
	r = q->n++;
	CHECK_UNLOCK(q);
	return r;
}

static int traced(struct queue *q)
{
	int r;

	TRACE_LOCK(q);
	r = q->n++;
	TRACE_UNLOCK(q);
	return r;
}

static int all(struct queue *q)
{
	int r;

	ALL_LOCK(q);
	r = q->n++ + q->held;
	ALL_UNLOCK(q);
	return r;
}

static int outer(struct queue *q)
{
	int r;

	OUTER_LOCK(q);
	r = q->n++ + q->held;
	OUTER_UNLOCK(q);
	return r;
}

/* one that does more, and one that does not */
#define LOCK_ONLY(q) { pthread_mutex_lock(&(q)->m);
#define UNLOCK_ONLY(q) pthread_mutex_unlock(&(q)->m); }
static int mixed(struct queue *q)
{
	int r;

	COUNT_LOCK(q)
		r = q->n++ + q->held;
	UNLOCK_ONLY(q)
	LOCK_ONLY(q)
		r += q->n++ + q->held;
	COUNT_UNLOCK(q)
	return r;
}

static int nested(struct queue *q, struct queue *p)
{
	int r = 0;

	for (int i = 0; i < 3; i++) {
		BEGIN(q);
		COUNT_LOCK(p);
		r += p->n + q->n++;
		COUNT_UNLOCK(p);
		if (q->n == 100)
			r++;
		END(q);
	}
	return r;
}

/* macros of brackets, and a variable that the block needs */
#define STMT_BEGIN do {
#define STMT_END } while (0)
#define STMT_LOCK(q) STMT_BEGIN pthread_mutex_lock(&(q)->m); (q)->held = 1;
#define STMT_UNLOCK(q) (q)->held = 0; pthread_mutex_unlock(&(q)->m); STMT_END
#define DECLARING_LOCK(q) { int before_; pthread_mutex_lock(&(q)->m); before_ = (q)->n;
#define DECLARING_UNLOCK(q) (q)->held = before_; pthread_mutex_unlock(&(q)->m); }
#define DO_LOCK(q) \
	do \
	{ \
		pthread_mutex_lock(&(q)->m); /* taken */ \
		(q)->held = 1; /* noted */
#define DO_UNLOCK(q) \
		if ((q)->held) { \
			(q)->held = 0; \
		} \
		pthread_mutex_unlock(&(q)->m); \
	} while (0)
static int brackets(struct queue *q)
{
	int r;

	STMT_LOCK(q);
	r = q->n++ + q->held;
	STMT_UNLOCK(q);
	DECLARING_LOCK(q);
	r += q->n++;
	DECLARING_UNLOCK(q);
	DO_LOCK(q);
	r += q->n++;
	if (r == 7) {
		r++;
		q->held = 0;
		pthread_mutex_unlock(&q->m);
		return r;
	}
	DO_UNLOCK(q);
	return r;
}

/* the same in macros that are whole, behind a block or a comment */
#define BLOCK_LOCK(q) do { /* first */ pthread_mutex_lock(&(q)->m); (q)->held = 1; } while (0)
#define BLOCK_UNLOCK(q) do { if ((q)->held) { (q)->held = 0; } pthread_mutex_unlock(&(q)->m); } while (0)
static int blocks(struct queue *q)
{
	int r;

	BLOCK_LOCK(q);
	r = q->n++ + q->held;
	BLOCK_UNLOCK(q);
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
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3, 0 }, p = { PTHREAD_MUTEX_INITIALIZER, 5, 0 };
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
