/* Lock functions that try, and say by a switch, or by the error itself, what came of it; some end where it is an error. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define BUSY 70025

struct queue {
	pthread_mutex_t lock;
	long length;
};

static struct queue one = { PTHREAD_MUTEX_INITIALIZER, 0 };

static bool queue_try(struct queue *q)
{
	switch (pthread_mutex_trylock(&q->lock)) {
	case 0:
		return true;
	case EBUSY:
		return false;
	default:
		abort();
	}
}

static int queue_attempt(struct queue *q)
{
	int rv;

	rv = pthread_mutex_trylock(&q->lock);
	if (rv) {
		return (rv == EBUSY) ? BUSY : rv;
	}
	return 0;
}

static int queue_enter(struct queue *q)
{
	int rv = pthread_mutex_trylock(&q->lock);

	if (rv != 0 && rv != EBUSY) {
		fprintf(stderr, "queue: %d\n", rv);
		exit(1);
	}
	return rv == EBUSY ? -1 : 0;
}

/* an error of its may be 0 */
static int queue_perhaps(struct queue *q)
{
	switch (pthread_mutex_trylock(&q->lock)) {
	case 0:
		return 0;
	case EBUSY:
		return 1;
	default:
		return q->length == 0;
	}
}

static void queue_unlock(struct queue *q)
{
	pthread_mutex_unlock(&q->lock);
}

static int add(int n)
{
	if (!queue_try(&one))
		return -1;
	one.length += n;
	queue_unlock(&one);
	return n;
}

static int wait_and_add(int n)
{
	while (!queue_try(&one))
		sched_yield();
	one.length += n;
	queue_unlock(&one);
	return n;
}

static int put(int n)
{
	if (queue_attempt(&one) == 0) {
		one.length += n;
		queue_unlock(&one);
	}
	return n;
}

static int get(int n)
{
	if (queue_enter(&one) != 0)
		return -1;
	one.length -= n;
	queue_unlock(&one);
	return n;
}

static int look(int n)
{
	if (queue_perhaps(&one) == 0) {
		n += one.length;
		queue_unlock(&one);
	}
	return n;
}

int main(void)
{
	int sum = add(1) + wait_and_add(2) + put(3) + get(4) + look(5);

	pthread_mutex_lock(&one.lock);
	sum += add(6) + put(7) + get(8);
	pthread_mutex_unlock(&one.lock);
	printf("%d %ld\n", sum, one.length);
	return 0;
}
