#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef rcl_mutex_t guard_t;

#define LOCK(x) rcl_lock(x)
#define UNLOCK(x) rcl_unlock(x)

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

static struct queue queue = {.lock = RCL_MUTEX_INITIALIZER(queue_lock)};

struct put_cs {           /* q->lock, in.c:35-37 */
	struct queue *q;  /* in */
	long n;           /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	long n = cs->n;

	q->length += n;
	return 0;
}

static void put(struct queue *q, long n)
{
	struct put_cs cs = { .q = q, .n = n };
	rcl_exec_anon(&q->lock, put_cs, &cs, sizeof(cs));
	COUNT(q->puts);
}

int main(void)
{
	put(&queue, 3);
	put(&queue, 4);
	printf("%ld %ld\n", queue.length, queue.puts.value);
	return 0;
}
