/* Macros that give a lock back and do something both before and after, and lock macros that keep the call's result. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t m;
	int n, closed;
};

static int verbose = 1;
static long traces;

static void trace(const char *what, void *m)
{
	traces = traces * 3 + what[0] + (m != NULL);
}

#define DEBUG(what, m) if (verbose) { void *at_ = (m); trace(what, at_); }
#define ACQUIRE(m) do { int rc; DEBUG("lock", m); rc = pthread_mutex_lock(m); if (rc != 0) abort(); DEBUG("locked", m); } while (0)
#define RELEASE(m)							\
	do {								\
		int rc;							\
		DEBUG("unlock", m);					\
		rc = pthread_mutex_unlock(m);				\
		if (rc != 0) {						\
			abort();					\
		}							\
		DEBUG("unlocked", m);					\
	} while (0)
#define INNER_LOCK(m) ACQUIRE(&(m))
#define INNER_UNLOCK(m) RELEASE(&(m))
#define QUEUE_LOCK INNER_LOCK(the_queue.m)
#define QUEUE_UNLOCK INNER_UNLOCK(the_queue.m)
#define COMMAS(m) (trace("a", m), pthread_mutex_unlock(m), trace("b", m))
#define RELEASE_FOR(q, c) do { (q)->closed = 0; pthread_mutex_unlock(&(q)->m); trace("c", c); } while (0)
#define RETURN(q, v) do { (q)->closed = 0; pthread_mutex_unlock(&(q)->m); traces += (v); } while (0)

static struct queue the_queue = { PTHREAD_MUTEX_INITIALIZER, 3, 0 };

static int plain(struct queue *q)
{
	int r;

	ACQUIRE(&q->m);
	r = q->n++;
	RELEASE(&q->m);
	return r;
}

static void last(struct queue *q)
{
	ACQUIRE(&q->m);
	q->n++;
	RELEASE(&q->m);
}

static int early(struct queue *q, int k)
{
	int r;

	ACQUIRE(&q->m);
	if (q->closed) {
		RELEASE(&q->m);
		return -1;
	}
	if (k == 1) {
		RELEASE(&q->m);
		k++;
		return k;
	}
	r = q->n += k;
	if (k == 2) {
		pthread_mutex_unlock(&q->m);
		return -r;
	}
	RELEASE(&q->m);
	return r;
}

static int simple(void)
{
	int r;

	QUEUE_LOCK;
	r = the_queue.n++;
	QUEUE_UNLOCK;
	return r;
}

/* on several ways, at the end of branches, in loops, and where the result is asked for */
static int branches(struct queue *q, int k)
{
	int r = 0;

	for (int i = 0; i < k; i++) {
		pthread_mutex_lock(&q->m);
		if (i == 1) {
			COMMAS(&q->m);
			r++;
			continue;
		}
		if (i == 2) {
			r += q->n;
			RELEASE(&q->m);
		} else {
			r -= q->n;
			COMMAS(&q->m);
		}
	}
	if (pthread_mutex_trylock(&q->m) == 0) {
		r += q->n++;
		RELEASE(&q->m);
	}
	return r;
}

/* what the client gives it: a value that the section works out, and what it declares */
static int given(struct queue *q)
{
	int r = 1;

	pthread_mutex_lock(&q->m);
	r = q->n;
	RETURN(q, r);
	return q->n;
}

static int declared(struct queue *q)
{
	int k = 0;

	pthread_mutex_lock(&q->m);
	struct queue *p = q + q->closed;
	k = p->n++;
	if (k == 3) {
		struct queue *q = p + 1;

		RELEASE_FOR(q - 1, q);
		return 7;
	}
	RELEASE_FOR(q, p);
	return k;
}

static int of_its_own(void)
{
	static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	static int count;
	int r;

	ACQUIRE(&own);
	r = count++;
	RELEASE(&own);
	return r;
}

static int nested(struct queue *q)
{
	int r = 0;

	ACQUIRE(&q->m);
	QUEUE_LOCK;
	r += the_queue.n + q->n++;
	QUEUE_UNLOCK;
	if (r == 100)
		r++;
	RELEASE(&q->m);
	return r;
}

int main(void)
{
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3, 0 };

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
