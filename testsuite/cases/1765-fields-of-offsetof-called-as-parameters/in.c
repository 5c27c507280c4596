/* What a lock function asks names a field by offsetof that is called as its parameter, and its caller's as another. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t *mutex;
	int length, first, second[3];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queue locked = { &mutex, 0, 0, { 0 } }, plain = { NULL, 0, 0, { 0 } };

static void lock_by(struct queue *q, size_t first)
{
	if (first == offsetof(struct queue, first))
		pthread_mutex_lock(q->mutex);
}

static void unlock_by(struct queue *q, size_t first)
{
	if (first == offsetof(struct queue, first))
		pthread_mutex_unlock(q->mutex);
}

static void lock_at(struct queue *q, size_t first, size_t length)
{
	if (first == __builtin_offsetof (struct queue, second[length]))
		pthread_mutex_lock(q->mutex);
}

static void unlock_at(struct queue *q, size_t first, size_t length)
{
	if (first == __builtin_offsetof (struct queue, second[length]))
		pthread_mutex_unlock(q->mutex);
}

static void add(struct queue *q, size_t second)
{
	lock_by(q, second);
	q->length += 1;
	unlock_by(q, second);
}

static void add_at(struct queue *q, size_t second, size_t first)
{
	lock_at(q, second, first);
	q->length += 2;
	unlock_at(q, second, first);
}

int main(void)
{
	add(&locked, offsetof(struct queue, first));
	add(&plain, offsetof(struct queue, second));
	add_at(&locked, offsetof(struct queue, second[1]), 1);
	add_at(&plain, offsetof(struct queue, second[1]), 2);
	printf("%d %d\n", locked.length, plain.length);
	return 0;
}
