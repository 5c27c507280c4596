#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* what has a type of the function's own stays in place, but its mutex is one as any other */
static int tagged(int by)
{
	static struct count {
		pthread_mutex_t lock;
		int n;
	} count = { PTHREAD_MUTEX_INITIALIZER, 1 };
	int now;

	pthread_mutex_lock(&count.lock);
	now = count.n += by;
	pthread_mutex_unlock(&count.lock);
	return now;
}

static int nameless(int by)
{
	struct {
		int n;
		pthread_mutex_t lock;
	} own = { 2, PTHREAD_MUTEX_INITIALIZER };

	pthread_mutex_lock(&own.lock);
	own.n += by;
	pthread_mutex_unlock(&own.lock);
	pthread_mutex_lock(&lock);
	total += own.n;
	by = total;
	pthread_mutex_unlock(&lock);
	return by;
}

static int allocated(int by)
{
	typedef struct {
		int n;
		pthread_mutex_t lock;
		pthread_cond_t more;
	} queue;
	queue *q = malloc(sizeof(*q));

	q->n = by;
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->more, NULL);
	pthread_mutex_lock(&q->lock);
	while (q->n < by)
		pthread_cond_wait(&q->more, &q->lock);
	by = q->n * 2;
	pthread_mutex_unlock(&q->lock);
	pthread_cond_destroy(&q->more);
	pthread_mutex_destroy(&q->lock);
	free(q);
	return by;
}

int main(void)
{
	printf("%d %d %d\n", tagged(3), nameless(4), allocated(5));
	return 0;
}
