#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t filled;
	int waiting;
	int data[8];
	int readp, writep;
};

static struct queue queue = {
	.mutex = PTHREAD_MUTEX_INITIALIZER,
	.filled = PTHREAD_COND_INITIALIZER,
};

static int get(struct queue *queue)
{
	int data;

	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	pthread_mutex_lock(&queue->mutex);
	queue->waiting++;
	while (queue->readp == queue->writep)
		pthread_cond_wait(&queue->filled, &queue->mutex);
	queue->waiting--;
	data = queue->data[queue->readp];
	queue->readp = (queue->readp + 1) % 8;
	pthread_cleanup_pop(1);
	return data;
}

/* The same, but the wait is not the loop's only statement. */
static int get_later(struct queue *queue)
{
	int data;

	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	pthread_mutex_lock(&queue->mutex);
	for (;;) {
		if (queue->readp != queue->writep)
			break;
		queue->waiting++;
		pthread_cond_wait(&queue->filled, &queue->mutex);
		queue->waiting--;
	}
	data = queue->data[queue->readp];
	queue->readp = (queue->readp + 1) % 8;
	pthread_mutex_unlock(&queue->mutex);
	pthread_cleanup_pop(0);
	return data;
}

static void put(struct queue *queue, int data)
{
	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	pthread_mutex_lock(&queue->mutex);
	queue->data[queue->writep] = data;
	queue->writep = (queue->writep + 1) % 8;
	pthread_cond_signal(&queue->filled);
	pthread_cleanup_pop(1);
}

static int waiting(struct queue *queue)
{
	int n;

	pthread_mutex_lock(&queue->mutex);
	n = queue->waiting;
	pthread_mutex_unlock(&queue->mutex);
	return n;
}

static void *getter(void *arg)
{
	printf("%d\n", get(arg));
	get(arg);
	return arg;
}

static void *later_getter(void *arg)
{
	get_later(arg);
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	void *result;

	put(&queue, 7);
	pthread_create(&threads[0], NULL, getter, &queue);
	while (waiting(&queue) < 1)
		;
	pthread_create(&threads[1], NULL, later_getter, &queue);
	while (waiting(&queue) < 2)
		;
	for (int i = 0; i < 2; i++) {
		pthread_cancel(threads[i]);
		pthread_join(threads[i], &result);
		printf("%d\n", result == PTHREAD_CANCELED);
	}
	put(&queue, 8);
	printf("%d\n", get_later(&queue));
	return 0;
}
