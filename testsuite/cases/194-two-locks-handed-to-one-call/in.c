#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t plan, data;
	int frozen, jobs;
};

static struct queue queue = { .frozen = 1 };

/* Takes both locks over, or takes them itself. */
static void reschedule(struct queue *q, int mine)
{
	if (!mine) {
		pthread_mutex_lock(&q->plan);
		pthread_mutex_lock(&q->data);
	}
	if (q->frozen) {
		pthread_mutex_unlock(&q->data);
		pthread_mutex_unlock(&q->plan);
		return;
	}
	q->jobs++;
	pthread_mutex_unlock(&q->data);
	pthread_mutex_unlock(&q->plan);
}

/* Both sections end before the same statement: the inner one's function must come first. */
static void start(struct queue *q)
{
	pthread_mutex_lock(&q->plan);
	pthread_mutex_lock(&q->data);
	q->frozen = 0;

	reschedule(q, 1);
}

/* The other way round, for names must not say which section is the inner one; and with a way out before. */
static void add(struct queue *q, int jobs)
{
	pthread_mutex_lock(&q->data);
	pthread_mutex_lock(&q->plan);
	if (jobs < 0) {
		pthread_mutex_unlock(&q->plan);
		pthread_mutex_unlock(&q->data);
		return;
	}
	q->jobs += jobs;
	reschedule(q, 1);
}

int main(void)
{
	pthread_mutex_init(&queue.plan, NULL);
	pthread_mutex_init(&queue.data, NULL);
	reschedule(&queue, 0);
	start(&queue);
	add(&queue, -1);
	add(&queue, 5);
	reschedule(&queue, 0);
	printf("%d %d\n", queue.frozen, queue.jobs);
	return 0;
}
