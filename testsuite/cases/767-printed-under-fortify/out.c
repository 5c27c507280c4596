/* What is printed is not handed out, also where the C library's macros give the functions that print other names. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	void *base;
	int used;
};

struct queue {
	rcl_mutex_t lock;
	long sum;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 0 };

static rcl_mutex_t *queue_mutex(struct queue *q)
{
	return &q->lock;
}

struct add_cs {           /* q->lock, in.c:41-43 */
	struct queue *q;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;

	q->sum += 3;
	return 0;
}

static void add(void *given)
{
	struct queue *q = given;

	struct add_cs cs = { .q = q };
	rcl_exec_anon(queue_mutex(q), add_cs, &cs, sizeof(cs));
}

static void show(struct buffer *b)
{
	printf("%.*s\n", b->used, (char *)b->base);
}

int main(void)
{
	struct buffer text = { "some text", 4 };
	struct buffer given = { &queue, 0 };
	char where[40];

	add(given.base);
	snprintf(where, sizeof(where), "%p", (void *)&queue.lock);
	show(&text);
	printf("%ld %d\n", queue.sum, where[0] != 0);
	return 0;
}
