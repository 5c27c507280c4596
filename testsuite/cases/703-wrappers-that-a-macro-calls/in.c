/* Static wrappers that only macros of their file call: where no call of those is left, the wrappers go. */
#include <pthread.h>
#include <stdio.h>

#define LOCK(q) lock_queue(q)
#define UNLOCK(q) unlock_queue(q)
#define TAKE(q) take_queue(q)

struct queue {
	pthread_mutex_t lock;
	long sum;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void lock_queue(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
}

static void unlock_queue(struct queue *q)
{
	pthread_mutex_unlock(&q->lock);
}

static void take_queue(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
}

static void add(int n)
{
	LOCK(&queue);
	queue.sum += n;
	UNLOCK(&queue);
}

static int kept(int n)
{
	TAKE(&queue);
	if (n > 3)
		return 1;
	queue.sum += n;
	pthread_mutex_unlock(&queue.lock);
	return 0;
}

int main(void)
{
	add(3);
	if (kept(2) == 0)
		printf("%ld\n", queue.sum);
	return 0;
}
