/* Lock functions say by a number that there is no mutex: where that is cut, their callers go on without one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

struct queue {
	rcl_mutex_t *mutex;
	int length;
};

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(mutex);
static struct queue locked = { &mutex, 0 }, plain = { NULL, 0 };

static rcl_mutex_t *take_mutex(struct queue *q)
{
	return q->mutex;
}

static int take(struct queue *q)
{
	if (q->mutex == NULL)
		return 256;
	rcl_lock(q->mutex);
	return 0;
}

static unsigned begin(struct queue *q)
{
	if (q->mutex == NULL)
		return -1;
	rcl_lock(q->mutex);
	return 0;
}

static bool enter(struct queue *q)
{
	if (q->mutex == NULL)
		return -1;
	rcl_lock(q->mutex);
	return 0;
}

static rcl_mutex_t *start_mutex(struct queue *q)
{
	return q->mutex;
}

static int start(struct queue *q)
{
	if (q->mutex == NULL)
		return -1;
	rcl_lock(q->mutex);
	return 0;
}

static void give(struct queue *q)
{
	if (q->mutex == NULL)
		return;
	rcl_unlock(q->mutex);
}

static int keeps(struct queue *q, int n)
{
	unsigned char error = take(q);

	if (error)
		return -1;
	q->length += n;
	give(q);
	return error;
}

static int keeps_there(struct queue *q, int n)
{
	unsigned char error;

	if ((error = take(q)) != 0)
		return -1;
	q->length += n;
	give(q);
	return error;
}

static int casts(struct queue *q, int n)
{
	if ((unsigned char)take(q))
		return -1;
	q->length += n;
	give(q);
	return 0;
}

static int below(struct queue *q, int n)
{
	if (begin(q) < 0)
		return -1;
	q->length += n;
	give(q);
	return 0;
}

static int below_truth(struct queue *q, int n)
{
	if (enter(q) < 0)
		return -1;
	q->length += n;
	give(q);
	return 0;
}

static int below_kept(struct queue *q, int n)
{
	unsigned error = start(q);

	if (error < 0)
		return -1;
	q->length += n;
	give(q);
	return 0;
}

struct sees_mutex_1_cs {  /* q->mutex, in.c:116-121 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int sees_mutex_1_cs(void *ctx)
{
	struct sees_mutex_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return 0;
}

struct sees_mutex_2_cs {  /* q->mutex, in.c:122-125 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int sees_mutex_2_cs(void *ctx)
{
	struct sees_mutex_2_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return 0;
}

/* these see what the functions say */
static int sees(struct queue *q, int n)
{
	struct sees_mutex_1_cs cs = { .q = q, .n = n };
	int way = q->mutex == NULL ? -1 : rcl_exec_anon(take_mutex(q), sees_mutex_1_cs,
			&cs, sizeof(cs));
	bool error = way < 0 ? take(q) : 0;

	if (error)
		return -1;
	struct sees_mutex_2_cs mutex_2_cs = { .q = q, .n = n };
	if (q->mutex == NULL || rcl_exec_anon(start_mutex(q), sees_mutex_2_cs,
			&mutex_2_cs, sizeof(mutex_2_cs)) < 0)
		return -2;
	return 0;
}

struct sees_kept_cs {     /* q->mutex, in.c:131-136 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int sees_kept_cs(void *ctx)
{
	struct sees_kept_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return 0;
}

static int sees_kept(struct queue *q, int n)
{
	struct sees_kept_cs cs = { .q = q, .n = n };
	int way = q->mutex == NULL ? -1 : rcl_exec_anon(take_mutex(q), sees_kept_cs,
			&cs, sizeof(cs));
	long error = way < 0 ? take(q) : 0;

	if (error != 0)
		return -1;
	return 0;
}

static int (*const adds[])(struct queue *q, int n) = {
	keeps, keeps_there, casts, below, below_truth, below_kept, sees, sees_kept,
};

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 8; i++) {
		sum = sum * 3 + adds[i](&locked, 1 << i);
		sum = sum * 3 + adds[i](&plain, 1 << i);
	}
	printf("%d %d %d\n", sum, locked.length, plain.length);
	return 0;
}
