#include <pthread.h>
#include <stdio.h>

typedef pthread_mutex_t guard_t;

#define LOCK(x) pthread_mutex_lock(x)
#define UNLOCK(x) pthread_mutex_unlock(x)

/* A counter has a mutex behind its value where the machine does not count in one step. */
struct counter {
	long value;
	char guard[0];
};

#define COUNT(c)                                                                    \
	((sizeof(c) > sizeof(long)) ? ({                                            \
		__typeof__(c) *counter = &(c);                                      \
		guard_t *guard = (guard_t *)&counter->guard;                        \
		LOCK(guard);                                                        \
		long now = ++counter->value;                                        \
		UNLOCK(guard);                                                      \
		now;                                                                \
	}) : __atomic_add_fetch(&(c).value, 1, __ATOMIC_ACQ_REL))

struct queue {
	guard_t lock;
	long length;
	struct counter puts;
};

static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(struct queue *q, long n)
{
	LOCK(&q->lock);
	q->length += n;
	UNLOCK(&q->lock);
	COUNT(q->puts);
}

int main(void)
{
	put(&queue, 3);
	put(&queue, 4);
	printf("%ld %ld\n", queue.length, queue.puts.value);
	return 0;
}
