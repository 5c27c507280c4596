/* Variables whose clean-up function releases the lock that was taken for their first value, in a block or in a loop. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static inline pthread_mutex_t *guard_lock(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

static inline void guard_unlock(pthread_mutex_t **mutex)
{
	if (!*mutex)
		return;
	pthread_mutex_unlock(*mutex);
	*mutex = NULL;
}

#define GUARD(m) pthread_mutex_t *guard __attribute__((unused, cleanup(guard_unlock))) = guard_lock(m)
#define WITH_MUTEX(m) \
	for (pthread_mutex_t *held_ __attribute__((unused, cleanup(guard_unlock))) = guard_lock(m), *once_ = NULL; \
	     once_ == NULL; once_ = (void *)1)

struct item {
	struct item *next;
	int value;
};

struct queue {
	pthread_mutex_t mutex;
	struct item *first;
	int count, max;
};

static int push(struct queue *q, struct item *it)
{
	GUARD(&q->mutex);

	if (q->count == q->max)
		return -1;
	it->next = q->first;
	q->first = it;
	return ++q->count;
}

static struct item *pop(struct queue *q)
{
	struct item *it = NULL;

	WITH_MUTEX (&q->mutex) {
		if (q->first == NULL)
			break;
		it = q->first;
		q->first = it->next;
		q->count--;
	}
	return it;
}

static int peek(struct queue *q, int *value)
{
	WITH_MUTEX (&q->mutex) {
		if (q->first) {
			*value = q->first->value;
			return q->count; /* at least one */
		}
	}
	return 0;
}

static void clear(struct queue *q)
{
	GUARD(&q->mutex);
	if (q->count == 0)
		return;
	q->first = NULL;
	q->count = 0;
}

static int both(struct queue *q, struct queue *other)
{
	int n;

	WITH_MUTEX (&q->mutex) {
		n = q->count;
		WITH_MUTEX (&other->mutex) {
			if (other->count > n)
				return other->count - n;
		}
	}
	return n;
}

static int rounds(struct queue *q)
{
	int sum = 0;

	for (int i = 0; i < 4; i++) {
		pthread_mutex_t *held __attribute__((cleanup(guard_unlock))) = guard_lock(&q->mutex);

		if (i == 1)
			continue;
		if (i == 3)
			break;
		sum += q->count;
	}
	return sum;
}

int main(void)
{
	struct queue q = { .mutex = PTHREAD_MUTEX_INITIALIZER, .max = 2 }, other = { .mutex = PTHREAD_MUTEX_INITIALIZER, .max = 9 };
	struct item items[3] = { { .value = 1 }, { .value = 2 }, { .value = 3 } };
	int value = 0;

	printf("%d %d\n", push(&q, &items[0]), push(&q, &items[1]));
	printf("%d\n", push(&q, &items[2]));
	printf("%d %d\n", peek(&q, &value), value);
	printf("%d\n", pop(&q)->value);
	printf("%d %d\n", both(&q, &other), both(&other, &q));
	printf("%d\n", rounds(&q));
	clear(&q);
	printf("%d %d\n", pop(&q) == NULL, peek(&q, &value));
	return 0;
}
