#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define THREADS 1

struct queue {
#if THREADS
	rcl_mutex_t lock;
	rcl_cond_t filled;
	int signals;
#endif
	int jobs, closed;
};

static struct queue queue = {
#if THREADS
	RCL_MUTEX_INITIALIZER(queue_lock), RCL_COND_INITIALIZER, 0,
#endif
	0, 0
};

struct put_cs {           /* q->lock, in.c:27-40 */
	struct queue *q;  /* in */
	int jobs;         /* in */
	int before;       /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	int jobs = cs->jobs;
	int before;

	before = q->jobs;
	q->jobs += jobs;
#if THREADS /* who waits */
	q->signals++;
	rcl_cond_signal(&q->filled);
#endif // THREADS
#ifdef SMALL
	q->jobs &= 7;
#endif
	cs->before = before;
	return 0;
}

/* Somebody is told, if there is anybody. */
static int put(struct queue *q, int jobs)
{
	int before;

	struct put_cs cs = { .q = q, .jobs = jobs };
#if THREADS
	rcl_exec_anon(&q->lock, put_cs, &cs, sizeof(cs));
#else
	put_cs(&cs);
#endif
	before = cs.before;
	return before;
}

struct count_cs {         /* q->lock, in.c:50-58 */
	struct queue *q;  /* in */
	int signals;      /* in-out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct queue *q = cs->q;
	int signals = cs->signals;

	q->closed++;
#if THREADS
	signals = q->signals;
#endif
	cs->signals = signals;
	return 0;
}

/* A value that only one build sets. */
static int count(struct queue *q)
{
	int signals = -1;

	struct count_cs cs = { .q = q, .signals = signals };
#if THREADS
	rcl_exec_anon(&q->lock, count_cs, &cs, sizeof(cs));
#else
	count_cs(&cs);
#endif
	signals = cs.signals;
	return signals;
}

struct take_cs {          /* q->lock, in.c:68-78 */
	struct queue *q;  /* in */
	int found;        /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;
	int found;

	while (q->jobs == 0) {
#if THREADS
		rcl_cond_wait(&q->filled, &q->lock);
#endif
	}
	found = q->jobs--;
	cs->found = found;
	return 0;
}

/* It waits, where somebody else can come. */
static int take(struct queue *q)
{
	int found;

	struct take_cs cs = { .q = q };
#if THREADS
	rcl_exec_blocking(&q->lock, take_cs, &cs, sizeof(cs));
#else
	take_cs(&cs);
#endif
	found = cs.found;
	return found;
}

/* What another build does instead is seen by none that has the lock. */
static int instead(struct queue *q)
{
	int mine = 0;

#if THREADS
	rcl_lock(&q->lock);
#endif
#if THREADS
	q->jobs++;
#else
	mine = q->jobs++;
#endif
#if THREADS
	rcl_unlock(&q->lock);
#endif
	return mine;
}

static int other_words(struct queue *q)
{
	int mine = 0;

#if THREADS
	rcl_lock(&q->lock);
#endif
	q->jobs++;
#if !THREADS
	mine = q->jobs;
#endif
#if THREADS
	rcl_unlock(&q->lock);
#endif
	return mine;
}

struct left_cs {          /* q->lock, in.c:122-125 */
	struct queue *q;  /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	struct queue *q = cs->q;

	q->jobs++;
	return RCL_KEEP;
}

/* One of the ways out is not there without the lock. */
static int left(struct queue *q)
{
	struct left_cs cs = { .q = q };
#if THREADS
	rcl_exec_anon(&q->lock, left_cs, &cs, sizeof(cs));
#else
	left_cs(&cs);
#endif
#if THREADS
	if (q->signals > 100) {
		rcl_unlock(&q->lock);
		return -1;
	}
#endif
	q->closed = 0;
#if THREADS
	rcl_unlock(&q->lock);
#endif
	return 0;
}

struct close_it_cs {      /* q->lock, in.c:142-145 */
	struct queue *q;  /* in */
};

static int close_it_cs(void *ctx)
{
	struct close_it_cs *cs = ctx;
	struct queue *q = cs->q;

	q->closed = 1;
	return RCL_KEEP;
}

/* The signal stands in the release's #if. */
static void close_it(struct queue *q)
{
	struct close_it_cs cs = { .q = q };
#if THREADS
	rcl_exec_anon(&q->lock, close_it_cs, &cs, sizeof(cs));
#else
	close_it_cs(&cs);
#endif
#if THREADS
	rcl_cond_broadcast(&q->filled);
	rcl_unlock(&q->lock);
#endif
}

int main(void)
{
	printf("%d %d\n", put(&queue, 2), put(&queue, 3));
	printf("%d", count(&queue));
	printf(" %d", take(&queue));
	printf(" %d %d", instead(&queue), other_words(&queue));
	printf(" %d\n", left(&queue));
	close_it(&queue);
	printf("%d %d\n", queue.jobs, queue.closed);
	return 0;
}
