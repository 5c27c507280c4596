/* What a section keeps in one of its blocks while the lock is given back is named like variables of its other blocks. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int ready, sum, rest, worked;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 2, 0 };

static void work(struct queue *q)
{
	q->worked++;
}

/* of another type, in a block beside */
static void drain(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	if (q->ready) {
		long taken = q->ready;

		q->sum += taken;
	} else {
		int taken = 0;

		do {
			taken += q->rest;
			if (taken > 3) {
				pthread_mutex_unlock(&q->lock);
				work(q);
				pthread_mutex_lock(&q->lock);
			}
			q->sum += taken--;
		} while (taken < 9);
	}
	pthread_mutex_unlock(&q->lock);
}

/* in the block around, and in one inside that does not give the lock back */
static void around(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	long taken = q->rest;

	q->sum += taken;
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		if (i == 1) {
			short taken = 7;

			q->sum += taken;
		}
		pthread_mutex_unlock(&q->lock);
		work(q);
		pthread_mutex_lock(&q->lock);
		q->sum += taken;
	}
	pthread_mutex_unlock(&q->lock);
}

/* that of the block around is kept, too */
static void around_for_more(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	long taken = q->rest;

	q->sum += taken;
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		if (i == 1) {
			short taken = 7;

			q->sum += taken;
		}
		pthread_mutex_unlock(&q->lock);
		work(q);
		pthread_mutex_lock(&q->lock);
		q->sum += taken;
	}
	q->sum += taken > 1;
	pthread_mutex_unlock(&q->lock);
}

/* both are kept, and of one type */
static void both(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	if (q->ready) {
		int taken = q->ready;

		pthread_mutex_unlock(&q->lock);
		work(q);
		pthread_mutex_lock(&q->lock);
		q->sum -= taken;
	} else {
		int taken = q->rest + 1;

		pthread_mutex_unlock(&q->lock);
		work(q);
		pthread_mutex_lock(&q->lock);
		q->sum += taken;
	}
	pthread_mutex_unlock(&q->lock);
}

/* it waits for a condition */
static void wait(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	if (q->rest) {
		long taken = q->rest;

		q->sum += taken;
	}
	for (int i = 0; i < 2; i++) {
		int taken = i + 20;

		while (!q->ready)
			pthread_cond_wait(&q->more, &q->lock);
		q->sum += taken;
	}
	pthread_mutex_unlock(&q->lock);
}

/* where the lock is given back another one has the name */
static void inside(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		if (i == 1) {
			short taken = 7;

			pthread_mutex_unlock(&q->lock);
			work(q);
			pthread_mutex_lock(&q->lock);
			q->sum += taken;
		}
		q->sum += taken;
	}
	pthread_mutex_unlock(&q->lock);
}

/* behind the section, too */
static int behind(struct queue *q)
{
	int left = 0;

	pthread_mutex_lock(&q->lock);
	if (q->ready) {
		long taken = q->ready;

		q->sum += taken;
	}
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		pthread_mutex_unlock(&q->lock);
		work(q);
		left += taken;
		pthread_mutex_lock(&q->lock);
		q->sum += taken;
	}
	pthread_mutex_unlock(&q->lock);
	return left;
}

int main(void)
{
	for (queue.ready = 0; queue.ready < 2; queue.ready++) {
		drain(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		around(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		around_for_more(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		both(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		if (queue.ready)
			wait(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		inside(&queue);
		printf("%d %d %d\n", behind(&queue), queue.sum, queue.worked);
	}
	return 0;
}
