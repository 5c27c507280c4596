/* Constants that read alike but for their types: what is compared with them becomes another number. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t mutex;
	int length;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_mutex), 0 };

struct keep_cs {          /* q->mutex, in.c:15-17 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int keep_cs(void *ctx)
{
	struct keep_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return RCL_KEEP;
}

/* a number below 0 is below 3, and a large one without a sign */
static void keep(struct queue *q, int n)
{
	struct keep_cs cs = { .q = q, .n = n };
	if (n < 3)
		rcl_exec_anon(&q->mutex, keep_cs, &cs, sizeof(cs));
	else
		keep_cs(&cs);
	if (n < 3u)
		rcl_unlock(&q->mutex);
}

struct keep_wide_cs {     /* q->mutex, in.c:24-26 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int keep_wide_cs(void *ctx)
{
	struct keep_wide_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return RCL_KEEP;
}

static void keep_wide(struct queue *q, int n)
{
	struct keep_wide_cs cs = { .q = q, .n = n };
	if (n * 2 > 3)
		rcl_exec_anon(&q->mutex, keep_wide_cs, &cs, sizeof(cs));
	else
		keep_wide_cs(&cs);
	if (n * 2 > 3UL)
		rcl_unlock(&q->mutex);
}

struct add_cs {           /* q->mutex, in.c:33-37 */
	struct queue *q;  /* in */
	unsigned n;       /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;
	unsigned n = cs->n;

	q->length += n;
	return 0;
}

static void add(struct queue *q, unsigned n)
{
	struct add_cs cs = { .q = q, .n = n };
	if (n < 3u)
		rcl_exec_anon(&q->mutex, add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

/* q->mutex, in.c:42-44 */
static int is_taken_cs(void *ctx)
{
	return 0;
}

static int is_taken(struct queue *q)
{
	if (rcl_tryexec(&q->mutex, is_taken_cs, NULL, 0) < 0)
		return 1;
	return 0;
}

int main(void)
{
	int sum = 0;

	keep(&queue, 1);
	keep_wide(&queue, 2);
	add(&queue, 1);
	add(&queue, 5);
	keep(&queue, -1);
	sum += is_taken(&queue);
	rcl_unlock(&queue.mutex);
	printf("%d %d\n", sum, queue.length);
	return 0;
}
