/*
 * Macros whose messages and comments name the calls that they make, and those
 * of others: only the calls are replaced.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void fatal(const char *file, int line, const char *what) __attribute__((noreturn));

static void fatal(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: %s: %m\n", file, line, what);
	exit(1);
}

#define queue_mutex_init(mutex)						\
	do { /* as pthread_mutex_init() does it */			\
		int err = pthread_mutex_init(mutex, NULL);		\
		if (err) {						\
			errno = err;					\
			fatal(__FILE__, __LINE__, "pthread_mutex_init()"); \
		}							\
	} while (0)
#define queue_lock(mutex)						\
	do {								\
		int err = pthread_mutex_lock(mutex);			\
		if (err) {						\
			errno = err;					\
			fatal(__FILE__, __LINE__, "pthread_mutex_lock()"); \
			abort();					\
		}							\
	} while (0)
#define queue_unlock(mutex)						\
	do {								\
		int err = pthread_mutex_unlock(mutex); /* pthread_mutex_lock() took it */ \
		if (err) {						\
			errno = err;					\
			fatal(__FILE__, __LINE__, "pthread_mutex_unlock()"); \
			abort();					\
		}							\
	} while (0)
#define queue_signal(cond)						\
	do {								\
		if (pthread_cond_signal(cond))				\
			fatal(__FILE__, __LINE__, "pthread_cond_signal()"); \
	} while (0)

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int items[16];
	int count;
};

static struct queue queues[2], spare;

static void put(struct queue *queue, int item)
{
	queue_lock(&queue->lock);
	queue->items[queue->count++] = item;
	queue_signal(&queue->filled);
	queue_unlock(&queue->lock);
}

static int get(struct queue *queue)
{
	int item = -1;

	queue_lock(&queue->lock);
	if (queue->count > 0)
		item = queue->items[--queue->count];
	queue_unlock(&queue->lock);
	return item;
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		queue_mutex_init(&queues[i].lock);
		pthread_cond_init(&queues[i].filled, NULL);
	}
	queue_mutex_init(&spare.lock);
	for (int i = 0; i < 8; i++)
		put(&queues[i % 2], i);
	for (int i = 0; i < 8; i++)
		put(&spare, get(&queues[i % 2]));
	printf("%d %d %d\n", get(&spare), get(&spare), get(&queues[0]));
	return 0;
}
