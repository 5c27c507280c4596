/* Lock functions that try first, and wait where the mutex is not free: with nothing else to do, or more. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	long items, waits, owned;
};

static struct queue queue = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void take(struct queue *q)
{
	if (pthread_mutex_trylock(&q->lock) != 0)
		pthread_mutex_lock(&q->lock);
}

static void take_in_braces(struct queue *q)
{
	if (pthread_mutex_trylock(&q->lock)) {
		pthread_mutex_lock(&q->lock);
	}
	q->owned++;
}

static void take_counting(struct queue *q)
{
	if (pthread_mutex_trylock(&q->lock)) {
		q->waits++;
		pthread_mutex_lock(&q->lock);
	}
}

static void give(struct queue *q)
{
	pthread_mutex_unlock(&q->lock);
}

static long put(struct queue *q, long n)
{
	take(q);
	q->items += n;
	n = q->items;
	give(q);
	return n;
}

static long put_some(struct queue *q, long n)
{
	take_in_braces(q);
	if (n > 3) {
		give(q);
		return -1;
	}
	q->items += n;
	give(q);
	return q->owned;
}

static long count(struct queue *q)
{
	long n;

	take_counting(q);
	n = q->items;
	give(q);
	return n;
}

/* without a function of its own */
static long get(struct queue *q)
{
	long n;

	if (pthread_mutex_trylock(&q->lock) != 0)
		pthread_mutex_lock(&q->lock);
	n = q->items--;
	pthread_mutex_unlock(&q->lock);
	return n;
}

static void *run(void *arg)
{
	for (int i = 0; i < 500; i++) {
		put(arg, 2);
		put_some(arg, 1);
		get(arg);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	printf("%ld %ld %ld %ld\n", put(&queue, 2), put_some(&queue, 3), put_some(&queue, 4), count(&queue));
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, &queue);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld %ld\n", get(&queue), queue.owned);
	return 0;
}
