/* What a lock function gives stands in a variable, which has another value before; its callers ask for one number. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <errno.h>
enum status { ST_OK, ST_FAILED, ST_BUSY };
struct queue { pthread_mutex_t lock; int length; };
static struct queue one = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int busy;

static bool queue_lock(struct queue *q)
{
	bool ok = false;

	if (pthread_mutex_lock(&q->lock) == 0)
		ok = true;
	return ok;
}

static enum status queue_acquire(struct queue *q)
{
	enum status status = ST_OK;

	if (pthread_mutex_lock(&q->lock) != 0)
		status = ST_FAILED;
	return status;
}

static int queue_enter(struct queue *q)
{
	int ret = -1;
	int rc = pthread_mutex_lock(&q->lock);

	if (rc == 0)
		ret = 0;
	else
		fprintf(stderr, "queue_enter: %d\n", rc);
	return ret;
}

static int queue_try(struct queue *q)
{
	int ret = 0;

	if (pthread_mutex_trylock(&q->lock) != 0)
		ret = -1;
	return ret;
}

static bool queue_try_it(struct queue *q)
{
	bool ok = true;

	if (pthread_mutex_trylock(&q->lock))
		ok = false;
	return ok;
}

/* the number that it gives is that of the mutex */
static int queue_number(struct queue *q, int n)
{
	int ret = n;

	if (pthread_mutex_lock(&q->lock) != 0)
		ret = -1;
	return ret;
}

/* what it keeps may be another number */
static int queue_some(struct queue *q, int n)
{
	char ret = 0;

	if (pthread_mutex_lock(&q->lock) == 0)
		ret = 256 * n;
	return ret;
}

static void queue_unlock(struct queue *q)
{
	pthread_mutex_unlock(&q->lock);
}

static int a(struct queue *q, int n)
{
	if (!queue_lock(q))
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int b(struct queue *q, int n)
{
	if (queue_acquire(q) == ST_FAILED)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int c(struct queue *q, int n)
{
	if (queue_enter(q) == -1) {
		perror("queue");
		return -1;
	}
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int d(struct queue *q, int n)
{
	int rc;

	rc = queue_enter(q);
	if (rc != -1) {
		q->length += n;
		n = q->length;
		queue_unlock(q);
	}
	return n;
}

static int e(struct queue *q, int n)
{
	if (queue_try(q) < 0) {
		busy++;
		return -1;
	}
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int f(struct queue *q, int n)
{
	if (queue_try_it(q)) {
		q->length += n;
		n = q->length;
		queue_unlock(q);
	}
	return n;
}

static int g(struct queue *q, int n)
{
	if (queue_number(q, n) == -1)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int h(struct queue *q, int n)
{
	if (pthread_mutex_lock(&q->lock) == EINVAL)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int i(struct queue *q, int n)
{
	if (queue_try(q) == -1)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

/* an attempt that has failed may give another one, for all that anybody knows */
static int j(struct queue *q, int n)
{
	int rc = queue_try(q);

	if (rc < 0)
		return rc;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

static int k(struct queue *q, int n)
{
	if (queue_some(q, n) != 0)
		return -1;
	q->length += n;
	n = q->length;
	queue_unlock(q);
	return n;
}

int main(void)
{
	int s = a(&one, 1) + b(&one, 2) * 3 + c(&one, 3) * 5 + d(&one, 4) * 7 + e(&one, 5) * 11 + f(&one, 6) * 13 + g(&one, 7) + h(&one, 8) + i(&one, 9);

	s += j(&one, 10) + k(&one, 11);

	printf("%d %d %d\n", s, one.length, busy);
	return 0;
}
