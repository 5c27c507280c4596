/* Lock functions that try first, and wait where the mutex is not free: with nothing else to do, or more. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	long items, waits, owned;
};

static struct queue queue = { .lock = RCL_MUTEX_INITIALIZER(queue_lock) };

static rcl_mutex_t *take_mutex(struct queue *q)
{
	return &q->lock;
}

static rcl_mutex_t *take_in_braces_mutex(struct queue *q)
{
	return &q->lock;
}

static void take_in_braces_held(struct queue *q)
{
	q->owned++;
}

static rcl_mutex_t *take_counting_mutex(struct queue *q)
{
	return &q->lock;
}

static void take_counting_busy(struct queue *q)
{
	q->waits++;
}

struct put_cs {           /* q->lock, in.c:41-44 */
	struct queue *q;  /* in */
	long n;           /* in-out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	long n = cs->n;

	q->items += n;
	n = q->items;
	cs->n = n;
	return 0;
}

static long put(struct queue *q, long n)
{
	struct put_cs cs = { .q = q, .n = n };
	rcl_exec_anon(take_mutex(q), put_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct put_some_cs {      /* q->lock, in.c:50-56 */
	struct queue *q;  /* in */
	long n;           /* in */
};

static int put_some_cs(void *ctx)
{
	struct put_some_cs *cs = ctx;
	struct queue *q = cs->q;
	long n = cs->n;

	take_in_braces_held(q);
	if (n > 3) {
		return 1;
	}
	q->items += n;
	return 0;
}

static long put_some(struct queue *q, long n)
{
	struct put_some_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(take_in_braces_mutex(q), put_some_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return q->owned;
}

struct count_cs {         /* q->lock, in.c:64-66 */
	struct queue *q;  /* in */
	long n;           /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct queue *q = cs->q;
	long n;

	n = q->items;
	cs->n = n;
	return 0;
}

static long count(struct queue *q)
{
	long n;

	struct count_cs cs = { .q = q };
	if (rcl_tryexec(take_counting_mutex(q), count_cs, &cs, sizeof(cs)) < 0) {
		take_counting_busy(q);
		rcl_exec_anon(take_counting_mutex(q), count_cs, &cs, sizeof(cs));
	}
	n = cs.n;
	return n;
}

struct get_cs {           /* q->lock, in.c:75-78 */
	struct queue *q;  /* in */
	long n;           /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct queue *q = cs->q;
	long n;

	n = q->items--;
	cs->n = n;
	return 0;
}

/* without a function of its own */
static long get(struct queue *q)
{
	long n;

	struct get_cs cs = { .q = q };
	if (rcl_tryexec(&q->lock, get_cs, &cs, sizeof(cs)) < 0)
		rcl_exec_anon(&q->lock, get_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static void *run(void *arg)
{
	for (int i = 0; i < 500; i++) {
		put(arg, 2);
		put_some(arg, 1);
		get(arg);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	printf("%ld %ld %ld %ld\n", put(&queue, 2), put_some(&queue, 3), put_some(&queue, 4), count(&queue));
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, &queue);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld %ld\n", get(&queue), queue.owned);
	return 0;
}
