/* Constants that read alike but for their types: what is compared with them becomes another number. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t mutex;
	int length;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0 };

/* a number below 0 is below 3, and a large one without a sign */
static void keep(struct queue *q, int n)
{
	if (n < 3)
		pthread_mutex_lock(&q->mutex);
	q->length += n;
	if (n < 3u)
		pthread_mutex_unlock(&q->mutex);
}

static void keep_wide(struct queue *q, int n)
{
	if (n * 2 > 3)
		pthread_mutex_lock(&q->mutex);
	q->length += n;
	if (n * 2 > 3UL)
		pthread_mutex_unlock(&q->mutex);
}

static void add(struct queue *q, unsigned n)
{
	if (n < 3u)
		pthread_mutex_lock(&q->mutex);
	q->length += n;
	if (n < 3U)
		pthread_mutex_unlock(&q->mutex);
}

static int is_taken(struct queue *q)
{
	if (pthread_mutex_trylock(&q->mutex) != 0)
		return 1;
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

int main(void)
{
	int sum = 0;

	keep(&queue, 1);
	keep_wide(&queue, 2);
	add(&queue, 1);
	add(&queue, 5);
	keep(&queue, -1);
	sum += is_taken(&queue);
	pthread_mutex_unlock(&queue.mutex);
	printf("%d %d\n", sum, queue.length);
	return 0;
}
