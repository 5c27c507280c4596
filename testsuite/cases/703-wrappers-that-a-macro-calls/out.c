/* Static wrappers that only macros of their file call: where no call of those is left, the wrappers go. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(q) lock_queue(q)
#define UNLOCK(q) unlock_queue(q)
#define TAKE(q) take_queue(q)

struct queue {
	rcl_mutex_t lock;
	long sum;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 0 };

static rcl_mutex_t *queue_mutex(struct queue *q)
{
	return &q->lock;
}

static rcl_mutex_t *take_queue_mutex(struct queue *q)
{
	return &q->lock;
}

struct add_cs {  /* queue.lock, in.c:33-35 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	queue.sum += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(queue_mutex(&queue), add_cs, &cs, sizeof(cs));
}

struct kept_cs {  /* queue.lock, in.c:40-44 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	if (n > 3)
		return RCL_KEEP | 1;
	queue.sum += n;
	return 0;
}

static int kept(int n)
{
	struct kept_cs cs = { .n = n };
	if (rcl_exec_anon(take_queue_mutex(&queue), kept_cs, &cs, sizeof(cs)) == 1)
		return 1;
	return 0;
}

int main(void)
{
	add(3);
	if (kept(2) == 0)
		printf("%ld\n", queue.sum);
	return 0;
}
