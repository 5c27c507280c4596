#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int length;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };

/* A section with a call of the runtime's, at the end of the macro. */
#define PUT(q, n) {                             \
		pthread_mutex_lock(&(q)->lock);         \
		(q)->length += (n);                     \
		pthread_cond_signal(&(q)->filled);      \
		pthread_mutex_unlock(&(q)->lock); }

/* Nothing is handed over. */
#define CLEAR()                                 \
	do {                                    \
		puts("clear");                          \
		pthread_mutex_lock(&queue.lock);        \
		queue.length = 0;                       \
		pthread_mutex_unlock(&queue.lock);      \
	} while (0)

#define TAKE(q) do { pthread_mutex_lock(&(q)->lock); (q)->length--; pthread_mutex_unlock(&(q)->lock); } while (0)

/* Only its head stands in the condition. */
#ifndef OPEN
static
#endif
void put(struct queue *q, int n)
{
	PUT(q, n)
}

static int taken; static void take(struct queue *q)
{
	TAKE(q);
	taken++;
}

static void await(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	while (q->length == 0)
		pthread_cond_wait(&q->filled, &q->lock);
	pthread_mutex_unlock(&q->lock);
}

static void clear(void)
{
	CLEAR();
}

int main(void)
{
	put(&queue, 3);
	await(&queue);
	take(&queue);
	printf("%d %d\n", queue.length, taken);
	clear();
	printf("%d\n", queue.length);
	return 0;
}
