/* Lock functions say by a number that there is no mutex: where that is cut, their callers go on without one. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t *mutex;
	int length;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queue locked = { &mutex, 0 }, plain = { NULL, 0 };

static int take(struct queue *q)
{
	if (q->mutex == NULL)
		return 256;
	pthread_mutex_lock(q->mutex);
	return 0;
}

static unsigned begin(struct queue *q)
{
	if (q->mutex == NULL)
		return -1;
	pthread_mutex_lock(q->mutex);
	return 0;
}

static bool enter(struct queue *q)
{
	if (q->mutex == NULL)
		return -1;
	pthread_mutex_lock(q->mutex);
	return 0;
}

static int start(struct queue *q)
{
	if (q->mutex == NULL)
		return -1;
	pthread_mutex_lock(q->mutex);
	return 0;
}

static void give(struct queue *q)
{
	if (q->mutex == NULL)
		return;
	pthread_mutex_unlock(q->mutex);
}

static int keeps(struct queue *q, int n)
{
	unsigned char error = take(q);

	if (error)
		return -1;
	q->length += n;
	give(q);
	return error;
}

static int keeps_there(struct queue *q, int n)
{
	unsigned char error;

	if ((error = take(q)) != 0)
		return -1;
	q->length += n;
	give(q);
	return error;
}

static int casts(struct queue *q, int n)
{
	if ((unsigned char)take(q))
		return -1;
	q->length += n;
	give(q);
	return 0;
}

static int below(struct queue *q, int n)
{
	if (begin(q) < 0)
		return -1;
	q->length += n;
	give(q);
	return 0;
}

static int below_truth(struct queue *q, int n)
{
	if (enter(q) < 0)
		return -1;
	q->length += n;
	give(q);
	return 0;
}

static int below_kept(struct queue *q, int n)
{
	unsigned error = start(q);

	if (error < 0)
		return -1;
	q->length += n;
	give(q);
	return 0;
}

/* these see what the functions say */
static int sees(struct queue *q, int n)
{
	bool error = take(q);

	if (error)
		return -1;
	q->length += n;
	give(q);
	if (start(q) < 0)
		return -2;
	q->length += n;
	give(q);
	return 0;
}

static int sees_kept(struct queue *q, int n)
{
	long error = take(q);

	if (error != 0)
		return -1;
	q->length += n;
	give(q);
	return 0;
}

static int (*const adds[])(struct queue *q, int n) = {
	keeps, keeps_there, casts, below, below_truth, below_kept, sees, sees_kept,
};

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 8; i++) {
		sum = sum * 3 + adds[i](&locked, 1 << i);
		sum = sum * 3 + adds[i](&plain, 1 << i);
	}
	printf("%d %d %d\n", sum, locked.length, plain.length);
	return 0;
}
