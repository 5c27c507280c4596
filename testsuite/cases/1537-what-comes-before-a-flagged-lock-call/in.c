/* What comes before the lock call in the branch that sets the variable is the client's, who keeps that; not what leads
 * to the mutex, nor what comes behind. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	int total;
};

static struct queue queue = { .lock = PTHREAD_MUTEX_INITIALIZER };
static int threaded, waiting;

static int add(int n)
{
	bool locked = false;

	if (threaded) {
		int twice = 2 * n;

		waiting++;
		n += twice;
		if (n > 1000)
			return -1;
		pthread_mutex_lock(&queue.lock);
		locked = true;
	}
	queue.total += n;
	if (locked) {
		pthread_mutex_unlock(&queue.lock);
		locked = false;
	}
	return n;
}

static int named(int n)
{
	bool locked = false;

	if (threaded) {
		struct queue *q = n > 0 ? &queue : NULL;

		if (q == NULL)
			return 0;
		pthread_mutex_lock(&q->lock);
		locked = true;
	}
	queue.total += n;
	if (locked)
		pthread_mutex_unlock(&queue.lock);
	return n;
}

static int assigned(int n)
{
	struct queue *q = &queue;
	bool locked = false;

	if (threaded) {
		q = n > 0 ? &queue : NULL;
		locked = true;
		pthread_mutex_lock(&q->lock);
	}
	queue.total += n;
	if (locked)
		pthread_mutex_unlock(&q->lock);
	return n;
}

static int behind(int n)
{
	bool locked = false;

	if (threaded) {
		pthread_mutex_lock(&queue.lock);
		locked = true;
		waiting--;
	}
	queue.total += n;
	if (locked)
		pthread_mutex_unlock(&queue.lock);
	return n;
}

/* the release does more */
static int more(int n)
{
	bool locked = false;

	if (threaded) {
		waiting++;
		pthread_mutex_lock(&queue.lock);
		locked = true;
	}
	queue.total += n;
	if (locked) {
		waiting--;
		pthread_mutex_unlock(&queue.lock);
		locked = false;
	}
	return locked;
}

/* it is set in both */
static int either(int n)
{
	bool locked = false;

	if (threaded) {
		pthread_mutex_lock(&queue.lock);
		locked = true;
	} else {
		locked = n > 3;
	}
	queue.total += n;
	if (locked && threaded)
		pthread_mutex_unlock(&queue.lock);
	return n;
}

int main(void)
{
	for (threaded = 0; threaded < 2; threaded++) {
		printf("%d %d %d\n", add(1), add(500), named(2));
		printf("%d %d %d %d\n", assigned(3), behind(4), more(5), either(6));
	}
	printf("%d %d\n", queue.total, waiting);
	return 0;
}
