#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	int length, largest;
};

/* Its parameters are called like what a section's function has, and its users have a cs and a ctx. */
#define PUSH(ctx, cs)                               \
	{                                           \
		struct PUSH_cs cs_push = { ctx, cs }; \
		rcl_exec_anon(&ctx->lock, PUSH_cs, &cs_push, sizeof(cs_push)); \
	}

#define CLEAR() do { rcl_exec_anon(&queue.lock, CLEAR_cs, NULL, 0); } while (0)

#define LIMIT(limit)                                        \
	do {                                                \
		struct LIMIT_cs cs_limit = { limit };       \
		rcl_exec_anon(&queue.lock, LIMIT_cs, &cs_limit, sizeof(cs_limit)); \
	} while (0)

static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int others;
static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 0, 0 };

struct PUSH_cs {            /* ctx->lock, in.c:12-14 */
	struct queue *ctx;  /* in */
	int cs;             /* in */
};

static int PUSH_cs(void *arg)
{
	struct PUSH_cs *context = arg;
	struct queue *ctx = context->ctx;
	int cs = context->cs;

	ctx->length += cs;
	return 0;
}

struct fill_cs {           /* cs->lock, in.c:35-37 */
	struct queue *cs;  /* in */
	int ctx;           /* in */
};

static int fill_cs(void *arg)
{
	struct fill_cs *context = arg;
	struct queue *cs = context->cs;
	int ctx = context->ctx;

	cs->length += ctx;
	return 0;
}

static void fill(struct queue *cs, int ctx)
{
	PUSH(cs, ctx);
	PUSH(cs, ctx);
	struct fill_cs cs_context = { .cs = cs, .ctx = ctx };
	rcl_exec_anon(&cs->lock, fill_cs, &cs_context, sizeof(cs_context));
}

struct outer_cs {         /* other, in.c:43-46 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int outer_cs(void *ctx)
{
	struct outer_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	others += n;
	PUSH(q, n);
	return 0;
}

/* One inside of another lock's section. */
static void outer(struct queue *q, int n)
{
	struct outer_cs cs = { .q = q, .n = n };
	rcl_exec_anon(&other, outer_cs, &cs, sizeof(cs));
}

struct LIMIT_cs {   /* queue.lock, in.c:21-24 */
	int limit;  /* in */
};

static int LIMIT_cs(void *ctx)
{
	struct LIMIT_cs *context = ctx;
	int limit = context->limit;

	if (queue.largest < queue.length * (limit))
		queue.largest = queue.length * (limit);
	return 0;
}

static void limit(int cs)
{
	LIMIT(cs);
	LIMIT(cs);
}

static int CLEAR_cs(void *ctx)
{
	queue.length = 0;
	return 0;
}

int main(void)
{
	fill(&queue, 3);
	limit(2);
	outer(&queue, 4);
	printf("%d %d\n", queue.length, queue.largest);
	CLEAR();
	printf("%d %d %d\n", queue.length, queue.largest, others);
	return 0;
}
