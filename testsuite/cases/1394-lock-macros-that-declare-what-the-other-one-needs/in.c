/* Lock macros that declare a variable which only the other one needs: it is the client's. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t m;
	int n;
};

static long traces;

#define ENTER(m) int enter_state_ = 0; pthread_mutex_lock(m)
#define LEAVE(m) pthread_mutex_unlock(m); (void)enter_state_
#define DISABLE_LOCK(q)						\
	int cancel_;						\
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_);	\
	pthread_mutex_lock(&(q)->m)
#define UNLOCK_ENABLE(q)					\
	pthread_mutex_unlock(&(q)->m);				\
	pthread_setcancelstate(cancel_, NULL)

static void trace(int n)
{
	traces += n;
}

static int plain(struct queue *q)
{
	int r;

	ENTER(&q->m);
	r = q->n++;
	LEAVE(&q->m);
	return r;
}

static int early(struct queue *q, int k)
{
	DISABLE_LOCK(q);
	if (k == 2) {
		UNLOCK_ENABLE(q);
		return -1;
	}
	int n = q->n;
	if (k == 1)
		goto out;
	q->n = n + k;
out:
	UNLOCK_ENABLE(q);
	return q->n;
}

/* in blocks of their own, and one in the other */
static int blocks(struct queue *q, struct queue *p, int k)
{
	int r = 0;

	for (int i = 0; i < 3; i++) {
		DISABLE_LOCK(q);
		r += q->n++;
		{
			DISABLE_LOCK(p);
			r += p->n++;
			UNLOCK_ENABLE(p);
		}
		if (q->n == k) {
			UNLOCK_ENABLE(q);
			break;
		}
		UNLOCK_ENABLE(q);
	}
	switch (k) {
	case 1: {
		DISABLE_LOCK(q);
		r += q->n++;
		UNLOCK_ENABLE(q);
		break;
	}
	default:
		break;
	}
	if (k == 3)
		goto out;
	r++;
out:;
	DISABLE_LOCK(q);
	r += q->n++;
	UNLOCK_ENABLE(q);
	return r;
}

/* the section needs it, or another one changes before */
#define COUNTING(q, n) int count_ = trace_of(n++); pthread_mutex_lock(&(q)->m)
#define NAMED(q) int named_ = trace_of(3); pthread_mutex_lock(&(q)->m)
static int trace_of(int n)
{
	trace(n);
	return n;
}

static int needed(struct queue *q, int n)
{
	NAMED(q);
	q->n += named_;
	pthread_mutex_unlock(&q->m);
	COUNTING(q, n);
	q->n += n;
	pthread_mutex_unlock(&q->m);
	return q->n + n + count_;
}

/* statements alone */
#define TRACE_LOCK(q) trace(1); pthread_mutex_lock(&(q)->m)
#define TRACE_UNLOCK(q) pthread_mutex_unlock(&(q)->m); trace(2)
#define HELD_LOCK(q) pthread_mutex_lock(&(q)->m); trace(1)
static int traced(struct queue *q)
{
	int r;

	TRACE_LOCK(q);
	r = q->n++;
	TRACE_UNLOCK(q);
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
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3 }, p = { PTHREAD_MUTEX_INITIALIZER, 5 };
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
