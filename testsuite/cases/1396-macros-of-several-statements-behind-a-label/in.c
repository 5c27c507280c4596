/* A lock macro of several statements behind a label, which is the first one's: the others are the macro's, too. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t m;
	int n;
};

static long traces;

static void trace(int n)
{
	traces += n;
}

#define TRACE_LOCK(q) trace(1); pthread_mutex_lock(&(q)->m)
#define TRACE_UNLOCK(q) trace(2); pthread_mutex_unlock(&(q)->m)

static int cases(struct queue *q, int k)
{
	switch (k) {
	case 1:
		TRACE_LOCK(q);
		q->n++;
		pthread_mutex_unlock(&q->m);
		break;
	default:
		pthread_mutex_lock(&q->m);
		q->n += 3;
		pthread_mutex_unlock(&q->m);
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

/* which releases behind it */
static int released(struct queue *q, int k)
{
	pthread_mutex_lock(&q->m);
	if (k)
		goto out;
	q->n++;
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
	pthread_mutex_unlock(&q->m);
	return q->n;
}

int main(void)
{
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3 };

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
