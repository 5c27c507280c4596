#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t mutex;
	int data[8];
	int readp, writep;
};

static pthread_mutex_t done_mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void unlock_done(void *mutex)
{
	pthread_mutex_unlock(mutex);
}

static void put(struct queue *queue, int data)
{
	int next;

	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	pthread_mutex_lock(&queue->mutex);
	next = (queue->writep + 1) % 8;
	queue->data[queue->writep] = data;
	queue->writep = next;
	pthread_cleanup_pop(1);		/* unlocks */
}

/* Explicit releases, and one on each way through a loop. */
static int take_all(struct queue *queue)
{
	int sum = 0;

	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	for (;;) {
		pthread_mutex_lock(&queue->mutex);
		if (queue->readp == queue->writep) {
			pthread_mutex_unlock(&queue->mutex);
			break;
		}
		sum += queue->data[queue->readp];
		queue->readp = (queue->readp + 1) % 8;
		pthread_mutex_unlock(&queue->mutex);
	}
	pthread_cleanup_pop(0);
	return sum;
}

/* A handler for something else around the section, and another one inside. */
static int count(int n)
{
	int now;
	char *text = malloc(32);

	pthread_cleanup_push(free, text);
	pthread_mutex_lock(&done_mutex);
	done += n;
	pthread_cleanup_push((void (*)(void *))puts, "cancelled");
	now = done;
	pthread_cleanup_pop(0);
	pthread_mutex_unlock(&done_mutex);
	snprintf(text, 32, "%d", now);
	pthread_cleanup_pop(1);
	return now;
}

/* The handler is a function of the program's. */
static void forget(void)
{
	pthread_cleanup_push(unlock_done, &done_mutex);
	pthread_mutex_lock(&done_mutex);
	done = 0;
	pthread_cleanup_pop(1);
}

/* Locked first. */
static int look(struct queue *queue)
{
	int used;

	pthread_mutex_lock(&queue->mutex);
	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	used = queue->writep - queue->readp;
	pthread_cleanup_pop(1);
	return used;
}

/* A label before the end; a thread that ends itself runs the handler, too. */
static int first(struct queue *queue, int n)
{
	int found = -1;

	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	pthread_mutex_lock(&queue->mutex);
	if (queue->readp == queue->writep)
		goto out;
	if (n > 7)
		pthread_exit(NULL);
	for (int i = queue->readp; i != queue->writep; i = (i + 1) % 8) {
		if (queue->data[i] == n) {
			found = i;
			goto out;
		}
	}
	found = -2;
out:
	pthread_cleanup_pop(1);
	return found;
}

static void *ending(void *queue)
{
	first(queue, 8);
	return queue;
}

/* Whether the handler unlocks depends. */
static void maybe(struct queue *queue, int unlock)
{
	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &queue->mutex);
	pthread_mutex_lock(&queue->mutex);
	queue->writep = queue->readp;
	if (!unlock)
		pthread_mutex_unlock(&queue->mutex);
	pthread_cleanup_pop(unlock);
}

int main(void)
{
	static struct queue queue;
	pthread_t thread;
	void *result;

	pthread_mutex_init(&queue.mutex, NULL);
	put(&queue, 3);
	put(&queue, 4);
	printf("%d\n", look(&queue));
	pthread_create(&thread, NULL, ending, &queue);
	pthread_join(thread, &result);
	printf("%d %d\n", result == NULL, first(&queue, 4));
	printf("%d %d\n", take_all(&queue), count(2));
	forget();
	maybe(&queue, 1);
	printf("%d\n", count(1));
	return 0;
}
