/* Locks of structures and arrays that lists of zeros initialise, with as many braces as pthread's types have. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	rcl_cond_t filled;
	long items;
};

struct set {
	int number;
	rcl_mutex_t locks[2];
};

static struct queue named = { .lock = RCL_MUTEX_INITIALIZER(queue_lock_in), .items = 1 };
static struct queue placed = { RCL_MUTEX_INITIALIZER(queue_lock_in_17), RCL_COND_INITIALIZER, 2 };
static struct queue empty = { RCL_MUTEX_INITIALIZER(queue_lock_in_18), RCL_COND_INITIALIZER, 3 };
static struct queue zero = {0};
static struct queue both[2] = { { RCL_MUTEX_INITIALIZER(queue_lock_in_20), RCL_COND_INITIALIZER, 4 }, { .items = 5, .lock = RCL_MUTEX_INITIALIZER(queue_lock_in_20) } };
static struct { int depth; struct queue queue; } nested = { 1, { RCL_MUTEX_INITIALIZER(queue_lock_in_21), RCL_COND_INITIALIZER, 6 } };
static struct set set = { 2, { RCL_MUTEX_INITIALIZER(set_locks), RCL_MUTEX_INITIALIZER(set_locks) } };
static rcl_mutex_t many[3] = { RCL_MUTEX_INITIALIZER(many), RCL_MUTEX_INITIALIZER(many), RCL_MUTEX_INITIALIZER(many) };
static rcl_mutex_t few[2] = { 0 };
static long total;

struct take_cs {              /* queue->lock, in.c:31-35 */
	struct queue *queue;  /* in */
	long taken;           /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *queue = cs->queue;
	long taken;

	if (queue->items < 0)
		return rcl_wait(&queue->filled, &queue->lock);
	taken = queue->items++;
	cs->taken = taken;
	return 0;
}

static long take(struct queue *queue)
{
	long taken;

	struct take_cs cs = { .queue = queue };
	rcl_exec_waiting(&queue->lock, take_cs, &cs, sizeof(cs));
	taken = cs.taken;
	return taken;
}

/* lock, in.c:41-43 */
static int count_cs(void *ctx)
{
	total++;
	return 0;
}

static void count(rcl_mutex_t *lock)
{
	rcl_exec_anon(lock, count_cs, NULL, 0);
}

static long of_locals(void)
{
	struct queue local = { RCL_MUTEX_INITIALIZER(queue_lock_of_locals), RCL_COND_INITIALIZER, 7 }, *made = &(struct queue){ RCL_MUTEX_INITIALIZER(queue_lock_of_locals_48), .items = 8 };

	return take(&local) + take(made);
}

int main(void)
{
	printf("%ld %ld %ld %ld ", take(&named), take(&placed), take(&empty), take(&zero));
	printf("%ld %ld %ld %ld\n", take(both), take(both + 1), take(&nested.queue), of_locals());
	for (int i = 0; i < 3; i++)
		count(&many[i]);
	for (int i = 0; i < 2; i++) {
		count(&few[i]);
		count(&set.locks[i]);
	}
	printf("%ld\n", total);
	return 0;
}
