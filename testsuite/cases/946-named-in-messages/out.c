/*
 * Macros whose messages and comments name the calls that they make, and those
 * of others: only the calls are replaced.
 */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
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
#define queue_mutex_init_as(mutex, rcl_class)				\
	do { /* as pthread_mutex_init() does it */			\
		int err = rcl_mutex_init(mutex, NULL, rcl_class);	\
		if (err) {						\
			errno = err;					\
			fatal(__FILE__, __LINE__, "pthread_mutex_init()"); \
		}							\
	} while (0)
#define queue_lock(mutex)						\
	do {								\
		int err = rcl_lock(mutex);				\
		if (err) {						\
			errno = err;					\
			fatal(__FILE__, __LINE__, "pthread_mutex_lock()"); \
			abort();					\
		}							\
	} while (0)
#define queue_unlock(mutex)						\
	do {								\
		int err = rcl_unlock(mutex); /* pthread_mutex_lock() took it */ \
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
	rcl_mutex_t lock;
	pthread_cond_t filled;
	int items[16];
	int count;
};

static struct queue queues[2], spare;

struct put_cs {               /* queue->lock, in.c:61-64 */
	struct queue *queue;  /* in */
	int item;             /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int item = cs->item;

	queue->items[queue->count++] = item;
	queue_signal(&queue->filled);
	return 0;
}

static void put(struct queue *queue, int item)
{
	struct put_cs cs = { .queue = queue, .item = item };
	rcl_exec(&queue->lock, put_cs, &cs, sizeof(cs));
}

struct get_cs {               /* queue->lock, in.c:71-74 */
	struct queue *queue;  /* in */
	int item;             /* in-out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int item = cs->item;

	if (queue->count > 0)
		item = queue->items[--queue->count];
	cs->item = item;
	return 0;
}

static int get(struct queue *queue)
{
	int item = -1;

	struct get_cs cs = { .queue = queue, .item = item };
	rcl_exec_anon(&queue->lock, get_cs, &cs, sizeof(cs));
	item = cs.item;
	return item;
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		queue_mutex_init_as(&queues[i].lock, queue_lock_main);
		pthread_cond_init(&queues[i].filled, NULL);
	}
	queue_mutex_init_as(&spare.lock, queue_lock_main_84);
	for (int i = 0; i < 8; i++)
		put(&queues[i % 2], i);
	for (int i = 0; i < 8; i++)
		put(&spare, get(&queues[i % 2]));
	printf("%d %d %d\n", get(&spare), get(&spare), get(&queues[0]));
	return 0;
}
