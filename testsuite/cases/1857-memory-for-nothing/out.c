/* Allocators that give a byte where they are asked for nothing: no mutex is in that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static void *safe_malloc(size_t size)
{
	if (size == 0)
		return malloc(1);
	return malloc(size);
}

static void *safe_calloc(size_t n, size_t size)
{
	if (!n || !size)
		return malloc(1);
	return calloc(n, size);
}

struct task {
	rcl_mutex_t lock;
	long done;
};

struct encoder {
	struct task *first;
	struct task *second;
	rcl_mutex_t *queue_lock;
	char *name;
	long queued;
};

struct work_cs {            /* task->lock, in.c:37-40 */
	struct task *task;  /* in */
	long by;            /* in */
	long done;          /* out */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	struct task *task = cs->task;
	long by = cs->by;
	long done;

	task->done += by;
	done = task->done;
	cs->done = done;
	return 0;
}

static long work(struct task *task, long by)
{
	long done;

	struct work_cs cs = { .task = task, .by = by };
	rcl_exec_anon(&task->lock, work_cs, &cs, sizeof(cs));
	done = cs.done;
	return done;
}

struct queue_cs {                 /* encoder->queue_lock, in.c:48-50 */
	struct encoder *encoder;  /* in */
	long queued;              /* out */
};

static int queue_cs(void *ctx)
{
	struct queue_cs *cs = ctx;
	struct encoder *encoder = cs->encoder;
	long queued;

	queued = ++encoder->queued;
	cs->queued = queued;
	return 0;
}

static long queue(struct encoder *encoder)
{
	long queued;

	struct queue_cs cs = { .encoder = encoder };
	rcl_exec_anon(encoder->queue_lock, queue_cs, &cs, sizeof(cs));
	queued = cs.queued;
	return queued;
}

static struct encoder *encoder_new(void)
{
	struct encoder *encoder = safe_calloc(1, sizeof(*encoder));

	if (encoder == NULL)
		return NULL;
	encoder->name = safe_malloc(0);
	encoder->queue_lock = safe_malloc(sizeof(rcl_mutex_t));
	rcl_mutex_init(encoder->queue_lock, NULL, encoder_queue_lock);
	encoder->first = safe_calloc(1, sizeof(*encoder->first));
	encoder->second = safe_calloc(1, sizeof(struct task));
	rcl_mutex_init(&encoder->first->lock, NULL, task_lock_encoder_new);
	rcl_mutex_init(&encoder->second->lock, NULL, task_lock_encoder_new_66);
	return encoder;
}

int main(void)
{
	struct encoder *encoder = encoder_new();

	if (encoder == NULL)
		return 1;
	printf("%ld %ld\n", work(encoder->first, 3), work(encoder->second, 4));
	printf("%ld %ld\n", work(encoder->first, 3), queue(encoder));
	printf("%ld\n", queue(encoder));
	return 0;
}
