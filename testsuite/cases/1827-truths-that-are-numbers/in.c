/* A type that is called bool may be a number, which is cut. */
#include <pthread.h>
#include <stdio.h>

typedef unsigned char bool;

struct queue {
	pthread_mutex_t mutex;
	int length;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void lock_if(struct queue *q, bool wanted)
{
	if (wanted)
		pthread_mutex_lock(&q->mutex);
}

static void unlock_if(struct queue *q, bool wanted)
{
	if (wanted)
		pthread_mutex_unlock(&q->mutex);
}

static int add(struct queue *q, int flags, int n)
{
	lock_if(q, flags & 256);
	q->length += n;
	n = q->length;
	unlock_if(q, flags & 256);
	return n;
}

static int take(struct queue *q, int flags, int n)
{
	lock_if(q, flags);
	q->length -= n;
	n = q->length;
	unlock_if(q, flags);
	return n;
}

static int leave(struct queue *q, int length)
{
	lock_if(q, length > 3);
	q->length = length;
	unlock_if(q, length > 3);
	return length;
}

int main(void)
{
	int sum;

	pthread_mutex_lock(&queue.mutex);
	sum = add(&queue, 256, 4);
	sum = 10 * sum + take(&queue, 512, 1);
	pthread_mutex_unlock(&queue.mutex);
	sum = 10 * sum + add(&queue, 1, 2) + take(&queue, 255, 1) + leave(&queue, 5);
	printf("%d %d\n", sum, queue.length);
	return 0;
}
