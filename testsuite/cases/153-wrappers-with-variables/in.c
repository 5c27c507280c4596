#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* What a lock is made of is hidden behind a pointer, and a function has a struct's name. */
typedef void *mr_lock_t;

struct mr_lock {
	pthread_mutex_t mutex;
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

	pthread_mutex_init(&lock->mutex, NULL);
	return lock;
}

static void mr_lock(mr_lock_t l)
{
	struct mr_lock *lock = l;

	pthread_mutex_lock(&lock->mutex);
}

static void mr_unlock(mr_lock_t l)
{
	struct mr_lock *lock = l;

	pthread_mutex_unlock(&lock->mutex);
}

static void shelf_lock(unsigned int number)
{
	struct shelf *shelf = shelves[number / 4];
	pthread_mutex_t *mutex = &shelf->locks[number % 4].mutex;

	pthread_mutex_lock(mutex);
}

static void shelf_unlock(unsigned int number)
{
	struct shelf *shelf = shelves[number / 4];
	pthread_mutex_t *mutex = &shelf->locks[number % 4].mutex;

	pthread_mutex_unlock(mutex);
}

static void enqueue(struct queue *queue)
{
	mr_lock(queue->lock);
	queue->count++;
	mr_unlock(queue->lock);
}

static int put(unsigned int number)
{
	int books;

	shelf_lock(number);
	books = ++shelves[number / 4]->books[number % 4];
	shelf_unlock(number);
	return books;
}

int main(void)
{
	struct queue queue = {mr_lock_alloc(), 0};

	for (int i = 0; i < 2; i++) {
		shelves[i] = calloc(1, sizeof(*shelves[i]));
		for (int j = 0; j < 4; j++)
			pthread_mutex_init(&shelves[i]->locks[j].mutex, NULL);
	}
	enqueue(&queue);
	put(5);
	printf("%d %d\n", queue.count, put(5));
	return 0;
}
