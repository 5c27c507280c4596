#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LEVEL 2
#define WAITING 6

/* who waits long for a lock says so, in programs that are built for that */
#define LOCK(mutex) {                                         \
	if (LEVEL >= WAITING) {                               \
		int const before = now();                     \
		rcl_lock(mutex);                              \
		if (now() - before > 1)                       \
			printf("waited for %s\n", #mutex);    \
	} else {                                              \
		rcl_lock(mutex);                              \
	}                                                     \
}
#define UNLOCK(mutex)                                         \
	do {                                                  \
		if (LEVEL)                                    \
			rcl_unlock(mutex);                    \
	} while (0)

struct queue {
	rcl_mutex_t lock;
	int head, tail;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 0, 0 };

int now(void)
{
	return 0;
}

struct pop_cs {               /* queue->lock, in.c:40-43 */
	struct queue *queue;  /* in */
	int found;            /* in-out */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int found = cs->found;

	if (queue->head < queue->tail)
		found = queue->head++;
	cs->found = found;
	return 0;
}

static int pop(struct queue *queue)
{
	int found = -1;

	struct pop_cs cs = { .queue = queue, .found = found };
	rcl_exec_anon(&queue->lock, pop_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

struct push_cs {              /* queue->lock, in.c:49-51 */
	struct queue *queue;  /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct queue *queue = cs->queue;

	queue->tail++;
	return 0;
}

static void push(struct queue *queue)
{
	struct push_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->lock, push_cs, &cs, sizeof(cs));
}

int main(void)
{
	push(&queue);
	printf("%d", pop(&queue));
	printf(" %d\n", pop(&queue));
	return 0;
}
