/* Lock guards whose functions are declared before, and defined behind those that use them, as if in another file. */
#include <pthread.h>
#include <stdio.h>

#define _cleanup_(f) __attribute__((cleanup(f)))

struct queue {
	pthread_mutex_t lock;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, given;

pthread_mutex_t *lock_it(pthread_mutex_t *mutex);
struct queue *queue_lock(struct queue *q);
void unlockp(pthread_mutex_t **mutex);
void queue_unlockp(struct queue **q);
void unlock_and_countp(pthread_mutex_t **mutex);
void unlock_if_countp(pthread_mutex_t **mutex);
pthread_mutex_t *lock_some(pthread_mutex_t *mutex, int which);

#define WITH_QUEUE(q) \
	for (struct queue *held_ _cleanup_(queue_unlockp) = queue_lock(q), *once_ = NULL; !once_; once_ = (void *)1)

static int add(int n)
{
	_cleanup_(unlockp) pthread_mutex_t *guard = lock_it(&m);

	if (n < 0)
		return -1;
	count += n;
	return count;
}

static int get(struct queue *q)
{
	WITH_QUEUE (q) {
		if (q->n > 2)
			return q->n;
		q->n++;
	}
	return 0;
}

/* Given back by hand, and no more at the end. */
static int early(int n)
{
	_cleanup_(unlockp) pthread_mutex_t *guard = lock_it(&m);

	count += n;
	pthread_mutex_unlock(guard);
	guard = NULL;
	given += n;
	return n;
}

/* Handed to somebody who gives it back. */
static void hand_back(pthread_mutex_t **guard)
{
	unlockp(guard);
	*guard = NULL;
}

static int handed(int n)
{
	_cleanup_(unlockp) pthread_mutex_t *guard = lock_it(&m);

	count += n;
	hand_back(&guard);
	given += n;
	return n;
}

/* A copy gives it back. */
static int copied(int n)
{
	_cleanup_(unlockp) pthread_mutex_t *guard = lock_it(&m);
	pthread_mutex_t *other = guard;

	guard = NULL;
	count += n;
	pthread_mutex_unlock(other);
	given += n;
	return n;
}

/* The clean-up function of these does more, or less. */
static int counts(int n)
{
	_cleanup_(unlock_and_countp) pthread_mutex_t *guard = lock_it(&m);

	count += n;
	return given;
}

static int perhaps(int n)
{
	_cleanup_(unlock_if_countp) pthread_mutex_t *guard = lock_it(&m);

	count += n;
	return given;
}

/* What the other function gives is not what it is given. */
static int some(int n)
{
	_cleanup_(unlockp) pthread_mutex_t *guard = lock_some(&m, n);

	count += n;
	return count;
}

int main(void)
{
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 2 };

	printf("%d %d\n", add(1), add(-1));
	printf("%d ", get(&q));
	printf("%d\n", get(&q));
	printf("%d %d %d\n", early(1), handed(2), copied(3));
	printf("%d ", counts(1));
	printf("%d %d\n", perhaps(2), some(1));
	printf("%d %d %d\n", count, given, pthread_mutex_trylock(&m));
	return 0;
}

pthread_mutex_t *lock_it(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

struct queue *queue_lock(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	return q;
}

void unlockp(pthread_mutex_t **mutex)
{
	if (*mutex)
		pthread_mutex_unlock(*mutex);
}

void queue_unlockp(struct queue **q)
{
	if (!*q)
		return;
	pthread_mutex_unlock(&(*q)->lock);
	*q = NULL;
}

void unlock_and_countp(pthread_mutex_t **mutex)
{
	given++;
	pthread_mutex_unlock(*mutex);
}

void unlock_if_countp(pthread_mutex_t **mutex)
{
	if (count < 1000) {
		pthread_mutex_unlock(*mutex);
		given += 2;
	}
}

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

pthread_mutex_t *lock_some(pthread_mutex_t *mutex, int which)
{
	if (which > 2)
		mutex = &other;
	pthread_mutex_lock(mutex);
	return mutex;
}
