/* What the client changes while the lock is released, and the section does not read behind that, stays the client's. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int head, used, closed, done;
	int items[16];
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };

static int step(int item)
{
	return item / 2;
}

/* each round takes another item, and works on it until nothing is left */
static void *work(void *arg)
{
	struct queue *q = arg;
	int item, steps = 0;

	pthread_mutex_lock(&q->lock);
	for (;;) {
		while (q->used == 0 && !q->closed)
			pthread_cond_wait(&q->filled, &q->lock);
		if (q->used == 0)
			break;
		item = q->items[q->head];
		q->head = (q->head + 1) % 16;
		q->used--;
		pthread_mutex_unlock(&q->lock);
		while (item > 0) {
			item = step(item);
			steps++;
		}
		pthread_mutex_lock(&q->lock);
		q->done++;
	}
	q->items[0] = steps;
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

/* the section goes on with what is left of one, and the last one is read behind it */
static int drain(struct queue *q)
{
	int item = 0, last = -1, left = 0;

	pthread_mutex_lock(&q->lock);
	while (q->used > 0) {
		item = q->items[--q->used] + left;
		pthread_mutex_unlock(&q->lock);
		last = item;
		item = step(item);
		left = item % 3;
		printf("%d %d\n", item, left);
		pthread_mutex_lock(&q->lock);
		q->done += item;
	}
	pthread_mutex_unlock(&q->lock);
	return last;
}

int main(void)
{
	pthread_t t;
	int i;

	for (i = 0; i < 6; i++)
		queue.items[i] = 10 * i + 7;
	queue.used = 6;
	printf("%d %d\n", drain(&queue), queue.done);
	for (i = 1; i < 5; i++)
		queue.items[i] = i * 9;
	queue.head = 1;
	queue.used = 4;
	pthread_create(&t, NULL, work, &queue);
	pthread_mutex_lock(&queue.lock);
	queue.closed = 1;
	pthread_cond_signal(&queue.filled);
	pthread_mutex_unlock(&queue.lock);
	pthread_join(t, NULL);
	printf("%d %d\n", queue.items[0], queue.done);
	return 0;
}
