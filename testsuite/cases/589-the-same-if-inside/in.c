#include <pthread.h>
#include <stdio.h>

#define THREADS 1

struct queue {
#if THREADS
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int signals;
#endif
	int jobs, closed;
};

static struct queue queue = {
#if THREADS
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0,
#endif
	0, 0
};

/* Somebody is told, if there is anybody. */
static int put(struct queue *q, int jobs)
{
	int before;

#if THREADS
	pthread_mutex_lock(&q->lock);
#endif
	before = q->jobs;
	q->jobs += jobs;
#if THREADS /* who waits */
	q->signals++;
	pthread_cond_signal(&q->filled);
#endif // THREADS
#ifdef SMALL
	q->jobs &= 7;
#endif
#if THREADS
	pthread_mutex_unlock(&q->lock);
#endif
	return before;
}

/* A value that only one build sets. */
static int count(struct queue *q)
{
	int signals = -1;

#if THREADS
	pthread_mutex_lock(&q->lock);
#endif
	q->closed++;
#if THREADS
	signals = q->signals;
#endif
#if THREADS
	pthread_mutex_unlock(&q->lock);
#endif
	return signals;
}

/* It waits, where somebody else can come. */
static int take(struct queue *q)
{
	int found;

#if THREADS
	pthread_mutex_lock(&q->lock);
#endif
	while (q->jobs == 0) {
#if THREADS
		pthread_cond_wait(&q->filled, &q->lock);
#endif
	}
	found = q->jobs--;
#if THREADS
	pthread_mutex_unlock(&q->lock);
#endif
	return found;
}

/* What another build does instead is seen by none that has the lock. */
static int instead(struct queue *q)
{
	int mine = 0;

#if THREADS
	pthread_mutex_lock(&q->lock);
#endif
#if THREADS
	q->jobs++;
#else
	mine = q->jobs++;
#endif
#if THREADS
	pthread_mutex_unlock(&q->lock);
#endif
	return mine;
}

static int other_words(struct queue *q)
{
	int mine = 0;

#if THREADS
	pthread_mutex_lock(&q->lock);
#endif
	q->jobs++;
#if !THREADS
	mine = q->jobs;
#endif
#if THREADS
	pthread_mutex_unlock(&q->lock);
#endif
	return mine;
}

/* One of the ways out is not there without the lock. */
static int left(struct queue *q)
{
#if THREADS
	pthread_mutex_lock(&q->lock);
#endif
	q->jobs++;
#if THREADS
	if (q->signals > 100) {
		pthread_mutex_unlock(&q->lock);
		return -1;
	}
#endif
	q->closed = 0;
#if THREADS
	pthread_mutex_unlock(&q->lock);
#endif
	return 0;
}

/* The signal stands in the release's #if. */
static void close_it(struct queue *q)
{
#if THREADS
	pthread_mutex_lock(&q->lock);
#endif
	q->closed = 1;
#if THREADS
	pthread_cond_broadcast(&q->filled);
	pthread_mutex_unlock(&q->lock);
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
