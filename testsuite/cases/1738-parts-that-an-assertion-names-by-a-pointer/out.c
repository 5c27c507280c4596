#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef CHECKS
#include <assert.h>
#define CHECK(x) assert(x)
#else
#define CHECK(x)
#endif

struct queue {
	rcl_mutex_t lock;
	int ids[4], used;
};

static struct queue jobs = { .lock = RCL_MUTEX_INITIALIZER(queue_lock) };

struct put_cs {           /* q->lock, in.c:24-29 */
	int id;           /* in */
	struct queue *q;  /* in */
	int at;           /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int id = cs->id;
	struct queue *q = cs->q;
	int at;

	at = q->used & 3;
	q->ids[at] = id;
	CHECK(*(&q->ids[at]) == id && ++q->used > 0);
	q->used++;
	cs->at = at;
	return 0;
}

/* What a pointer leads to is no part of it: an assertion that takes the address of that, or counts it, changes no pointer. */
static int put(struct queue **from, int id)
{
	struct queue *q = *from;
	int at;

	struct put_cs cs = { .id = id, .q = q };
	rcl_exec_anon(&q->lock, put_cs, &cs, sizeof(cs));
	at = cs.at;
	return q->ids[at];
}

int main(void)
{
	struct queue *q = &jobs;
	int sum = 0;

	for (int n = 0; n < 9; n++)
		sum += put(&q, n);
	printf("%d\n", sum);
	return 0;
}
