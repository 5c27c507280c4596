/* Lock functions that say by 1 and 0 whether they have the lock, and callers that ask for more or less than a number. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct queue {
	pthread_mutex_t lock;
	int refs, waiting;
	char id[8];
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 1, 0, "" };

static int queue_lock(struct queue *q)
{
	int ret;

	ret = pthread_mutex_lock(&q->lock);
	if (ret != 0)
		return 0;
	return 1;
}

static int queue_unlock(struct queue *q)
{
	int ret;

	ret = pthread_mutex_unlock(&q->lock);
	if (ret != 0)
		return 0;
	return 1;
}

static int queue_try(struct queue *q)
{
	return pthread_mutex_trylock(&q->lock) == 0;
}

static int refer(struct queue **to, struct queue *q)
{
	if (queue_lock(q) <= 0)
		return 0;
	q->refs++;
	*to = q;
	queue_unlock(q);
	return 1;
}

static int name(struct queue *q, const char *id)
{
	int ret;

	ret = queue_lock(q);
	if (ret <= 0)
		return -1;
	strncpy(q->id, id, 7);
	ret = q->refs;
	queue_unlock(q);
	return ret;
}

static int add(struct queue *q, int n)
{
	if (queue_lock(q) > 0) {
		q->waiting += n;
		queue_unlock(q);
	}
	return n;
}

static int take(struct queue *q)
{
	if (1 > queue_try(q))
		return -1;
	q->waiting--;
	queue_unlock(q);
	return 0;
}

static int take_later(struct queue *q)
{
	if (queue_try(q) >= 1) {
		q->waiting--;
		queue_unlock(q);
		return 0;
	}
	return -1;
}

/* This says nothing of the lock. */
static int asks_for_nothing(struct queue *q)
{
	if (queue_lock(q) < 0)
		return -1;
	q->waiting++;
	queue_unlock(q);
	return 0;
}

int main(void)
{
	struct queue *same = NULL;

	printf("%d", refer(&same, &queue));
	printf(" %d", name(same, "first"));
	printf(" %d", add(&queue, 3));
	printf(" %d", take(&queue));
	printf(" %d", take_later(&queue));
	printf(" %d\n", asks_for_nothing(&queue));
	printf("%s %d %d\n", queue.id, queue.refs, queue.waiting);
	return 0;
}
