/* Lock guards that the next statement locks, and whose clean-up function keeps what it checks. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define UNIQUE_2(name, n) name##n
#define UNIQUE_1(name, n) UNIQUE_2(name, n)
#define UNIQUE(name) UNIQUE_1(name, __COUNTER__)
#define CLEANUP_UNLOCK __attribute__((cleanup(cleanup_unlock)))
#define LOCK_FOR_SCOPE(mutex) LOCK_FOR_SCOPE_1((mutex), UNIQUE(_lock))
#define LOCK_FOR_SCOPE_1(mutex, lock)			\
	CLEANUP_UNLOCK pthread_mutex_t *lock = mutex;	\
	do {						\
		int _r = pthread_mutex_lock(lock);	\
		assert(!_r);				\
	} while (0)

struct conn {
	pthread_mutex_t lock;
	int sent;
	int status;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int total, failed;

static void cleanup_unlock(pthread_mutex_t **ptr)
{
	int r = pthread_mutex_unlock(*ptr);
	assert(!r);
}

static int add(struct conn *c, int n)
{
	LOCK_FOR_SCOPE(&c->lock);

	if (n < 0)
		return -1;
	c->sent += n;
	return c->sent;
}

static int both(struct conn *c, int n)
{
	int r;

	LOCK_FOR_SCOPE(&lock);
	total += n;
	r = total;
	{
		LOCK_FOR_SCOPE(&c->lock);
		c->status = r;
	}
	return r;
}

static int written_out(int n)
{
	CLEANUP_UNLOCK pthread_mutex_t *guard = &other;
	if (pthread_mutex_lock(guard) != 0)
		abort();

	total += n;
	return total;
}

#define CONN_GUARD(c) CLEANUP_UNLOCK pthread_mutex_t *guard = &(c)->lock; pthread_mutex_lock(guard)
static int made(struct conn *c, int n)
{
	CONN_GUARD(c);

	c->sent += n;
	return c->sent;
}

/* This one is named once more. */
static int named(int n)
{
	CLEANUP_UNLOCK pthread_mutex_t *guard = &other;
	pthread_mutex_lock(guard);

	total += n;
	pthread_mutex_unlock(guard);
	failed++;
	pthread_mutex_lock(guard);
	return total;
}

/* Of this one the comment would go. */
static int commented(int n)
{
	CLEANUP_UNLOCK pthread_mutex_t *guard = &other;
	/* nobody has it for long */
	pthread_mutex_lock(guard);
	return total += n;
}

/* And something comes between, or is done where the call succeeds. */
static int between(int n)
{
	CLEANUP_UNLOCK pthread_mutex_t *guard = &other;
	failed += n;
	pthread_mutex_lock(guard);
	return ++total;
}

static int counted(int n)
{
	CLEANUP_UNLOCK pthread_mutex_t *guard = &other;
	if (pthread_mutex_lock(guard) == 0)
		failed++;

	total += n;
	return total;
}

int main(void)
{
	struct conn c = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

	printf("%d ", add(&c, 2));
	printf("%d ", add(&c, -2));
	printf("%d ", both(&c, 3));
	printf("%d ", written_out(4));
	printf("%d ", made(&c, 1));
	printf("%d ", named(5));
	printf("%d ", commented(6));
	printf("%d ", between(1));
	printf("%d ", counted(2));
	printf("%d %d %d\n", c.sent, c.status, failed);
	return 0;
}
