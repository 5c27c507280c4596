#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

/* What a lock is made of is hidden behind a pointer, and a function has a struct's name. */
typedef void *mr_lock_t;

struct mr_lock {
	rcl_mutex_t mutex;
};

struct shelf {
	struct mr_lock locks[4];
	int books[4];
};

struct queue {
	mr_lock_t lock;
	int count;
};

static struct shelf *shelves[2];

static mr_lock_t mr_lock_alloc(void)
{
	struct mr_lock *lock = calloc(1, sizeof(*lock));

	rcl_mutex_init(&lock->mutex, NULL, mr_lock_mutex_mr_lock_alloc);
	return lock;
}

static rcl_mutex_t *mr_mutex(mr_lock_t l)
{
	struct mr_lock *lock = l;

	return &lock->mutex;
}

static rcl_mutex_t *shelf_mutex(unsigned int number)
{
	struct shelf *shelf = shelves[number / 4];

	return &shelf->locks[number % 4].mutex;
}

struct enqueue_cs {           /* queue->lock->mutex, in.c:64-66 */
	struct queue *queue;  /* in */
};

static int enqueue_cs(void *ctx)
{
	struct enqueue_cs *cs = ctx;
	struct queue *queue = cs->queue;

	queue->count++;
	return 0;
}

static void enqueue(struct queue *queue)
{
	struct enqueue_cs cs = { .queue = queue };
	rcl_exec_anon(mr_mutex(queue->lock), enqueue_cs, &cs, sizeof(cs));
}

struct put_cs {               /* shelves[...].mutex, in.c:73-75 */
	unsigned int number;  /* in */
	int books;            /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	unsigned int number = cs->number;
	int books;

	books = ++shelves[number / 4]->books[number % 4];
	cs->books = books;
	return 0;
}

static int put(unsigned int number)
{
	int books;

	struct put_cs cs = { .number = number };
	rcl_exec_anon(shelf_mutex(number), put_cs, &cs, sizeof(cs));
	books = cs.books;
	return books;
}

int main(void)
{
	struct queue queue = {mr_lock_alloc(), 0};

	for (int i = 0; i < 2; i++) {
		shelves[i] = calloc(1, sizeof(*shelves[i]));
		for (int j = 0; j < 4; j++)
			rcl_mutex_init(&shelves[i]->locks[j].mutex, NULL, mr_lock_mutex_main);
	}
	enqueue(&queue);
	put(5);
	printf("%d %d\n", queue.count, put(5));
	return 0;
}
