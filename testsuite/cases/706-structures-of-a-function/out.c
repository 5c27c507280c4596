#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

/* what has a type of the function's own stays in place, but its mutex is one as any other */
static int tagged(int by)
{
	static struct count {
		rcl_mutex_t lock;
		int n;
	} count = { RCL_MUTEX_INITIALIZER(count_lock), 1 };
	int now;

	rcl_lock(&count.lock);
	now = count.n += by;
	rcl_unlock(&count.lock);
	return now;
}

static int nameless(int by)
{
	struct {
		int n;
		rcl_mutex_t lock;
	} own = { 2, RCL_MUTEX_INITIALIZER(own_lock) };

	rcl_lock(&own.lock);
	own.n += by;
	rcl_unlock(&own.lock);
	rcl_lock(&lock);
	total += own.n;
	by = total;
	rcl_unlock(&lock);
	return by;
}

static int allocated(int by)
{
	typedef struct {
		int n;
		rcl_mutex_t lock;
		rcl_cond_t more;
	} queue;
	queue *q = malloc(sizeof(*q));

	q->n = by;
	rcl_mutex_init(&q->lock, NULL, queue_lock);
	rcl_cond_init(&q->more, NULL);
	rcl_lock(&q->lock);
	while (q->n < by)
		rcl_cond_wait(&q->more, &q->lock);
	by = q->n * 2;
	rcl_unlock(&q->lock);
	rcl_cond_destroy(&q->more);
	rcl_mutex_destroy(&q->lock);
	free(q);
	return by;
}

int main(void)
{
	printf("%d %d %d\n", tagged(3), nameless(4), allocated(5));
	return 0;
}
