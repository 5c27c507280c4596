/* Arguments that stand below each other still do when the call's name gets shorter, or longer. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

#define CHECKED(call, why) \
	do {                                   \
		if ((call) != 0)               \
			puts(why);             \
	} while (0)

#define AWAIT(q)                                                 \
	do {                                                     \
		while (!(q)->items)                              \
			rcl_cond_wait(&(q)->filled,              \
				      &(q)->guarding_all_items);     \
	} while (0)

struct queue {
	rcl_mutex_t guarding_all_items;
	rcl_cond_t filled;
	int items;
};

static struct queue queue;

static rcl_mutex_t *guard_of(struct queue *q,
			     int number)
{
	return number ? &q->guarding_all_items
		      : NULL;
}

struct take_cs {                 /* guard_of(q, 1), in.c:42-51 */
	struct queue *q;         /* in */
	struct timespec *until;  /* by reference */
	int status;              /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;
	struct timespec *until = cs->until;
	int status = cs->status;

	while (!q->items && status != ETIMEDOUT)
		status = rcl_cond_timedwait(&q->filled,
					    &q->guarding_all_items, /* which
						is given back meanwhile */
					    until);
	if (q->items)
		q->items--;
	cs->status = status;
	return 0;
}

static int take(struct queue *q, long seconds)
{
	struct timespec until;
	int status = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += seconds;
	struct take_cs cs = { .q = q, .until = &until, .status = status };
	rcl_exec_blocking(guard_of(q, 1), take_cs, &cs, sizeof(cs));
	status = cs.status;
	return status;
}

struct await_cs {         /* q->guarding_all_items, in.c:59-62 */
	struct queue *q;  /* in */
	int items;        /* out */
};

static int await_cs(void *ctx)
{
	struct await_cs *cs = ctx;
	struct queue *q = cs->q;
	int items;

	AWAIT(q);
	items = q->items;
	cs->items = items;
	return 0;
}

static int await(struct queue *q)
{
	int items;

	struct await_cs cs = { .q = q };
	rcl_exec_blocking(&q->guarding_all_items, await_cs, &cs, sizeof(cs));
	items = cs.items;
	return items;
}

static void prepare(struct queue *q)
{
	if (rcl_mutex_init(&q->guarding_all_items,
	                   NULL, queue_guarding_all_items) ||
	    rcl_cond_init(&q->filled,
	                  NULL))
		puts("no lock");
	CHECKED(rcl_cond_broadcast(
			&q->filled),
		"nobody woken");
}

int main(void)
{
	prepare(&queue);
	queue.items = 2;
	printf("%d\n", await(&queue));
	printf("%d\n", take(&queue, 0) + take(&queue, 0));
	printf("%d\n", take(&queue, 0) == ETIMEDOUT);
	CHECKED(rcl_cond_destroy(&queue.filled), "still there");
	CHECKED(rcl_mutex_destroy(guard_of(&queue,
					   1)), "still there");
	return 0;
}
