#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t (lock);
	int count;
};

/* As m4 leaves it. */
static int put(struct queue *q)
{
	{pthread_mutex_lock(&(q->lock));}
	if (q->count == 9) {
		{pthread_mutex_unlock(&(q->lock));}
		return 0;
	}
	q->count++;
	{pthread_mutex_unlock(&(q->lock));}
	return 1;
}

static int get(struct queue *q)
{
	(void)pthread_mutex_lock(&q->lock);
	if (q->count == 0) {
		(void)pthread_mutex_unlock(&q->lock);
		return 0;
	}
	q->count--;
	(void) pthread_mutex_unlock(&q->lock);
	return 1;
}

static void drain(struct queue *q)
{
	{ (void)pthread_mutex_lock(&q->lock); }
	while (q->count > 2) {
		q->count--;
		{ pthread_mutex_unlock(&q->lock); }
		printf(".");
		{ pthread_mutex_lock(&q->lock); }
	}
	{
		pthread_mutex_unlock(&q->lock);
	}
}

int main(void)
{
	struct queue q = { .count = 0 };
	int in = 0, out = 0;

	{pthread_mutex_init(&(q.lock), NULL);}
	for (int i = 0; i < 11; i++)
		in += put(&q);
	drain(&q);
	for (int i = 0; i < 11; i++)
		out += get(&q);
	printf("%d %d %d\n", in, out, q.count);
	return 0;
}
