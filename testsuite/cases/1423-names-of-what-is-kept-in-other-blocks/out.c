/* What a section keeps in one of its blocks while the lock is given back is named like variables of its other blocks. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	rcl_cond_t more;
	int ready, sum, rest, worked;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), RCL_COND_INITIALIZER, 0, 0, 2, 0 };

static void work(struct queue *q)
{
	q->worked++;
}

struct drain_cs {         /* q->lock, in.c:21-39 */
	struct queue *q;  /* in */
	int taken;        /* kept */
	int at;           /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct queue *q = cs->q;

	if (cs->at == 1) {
		goto at_1;
	}

	if (q->ready) {
		long taken = q->ready;

		q->sum += taken;
	} else {
		int taken = 0;

		do {
			taken += q->rest;
			if (taken > 3) {
				cs->taken = taken;
				cs->at = 1;
				return 1;
				at_1:
				taken = cs->taken;
			}
			q->sum += taken--;
		} while (taken < 9);
	}
	return 0;
}

/* of another type, in a block beside */
static void drain(struct queue *q)
{
	struct drain_cs cs = { .q = q, .at = 0 };
	while (rcl_exec_anon(&q->lock, drain_cs, &cs, sizeof(cs)) == 1) {
		work(q);
	}
}

struct around_cs {        /* q->lock, in.c:45-62 */
	struct queue *q;  /* in */
};

static int around_cs(void *ctx)
{
	struct around_cs *cs = ctx;
	struct queue *q = cs->q;
	long taken = q->rest;

	q->sum += taken;
	return RCL_KEEP;
}

/* in the block around, and in one inside that does not give the lock back */
static void around(struct queue *q)
{
	struct around_cs cs = { .q = q };
	rcl_exec_anon(&q->lock, around_cs, &cs, sizeof(cs));
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		if (i == 1) {
			short taken = 7;

			q->sum += taken;
		}
		rcl_unlock(&q->lock);
		work(q);
		rcl_lock(&q->lock);
		q->sum += taken;
	}
	rcl_unlock(&q->lock);
}

/* that of the block around is kept, too */
static void around_for_more(struct queue *q)
{
	rcl_lock(&q->lock);
	long taken = q->rest;

	q->sum += taken;
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		if (i == 1) {
			short taken = 7;

			q->sum += taken;
		}
		rcl_unlock(&q->lock);
		work(q);
		rcl_lock(&q->lock);
		q->sum += taken;
	}
	q->sum += taken > 1;
	rcl_unlock(&q->lock);
}

struct both_cs {          /* q->lock, in.c:92-106 */
	struct queue *q;  /* in */
	int taken;        /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->ready) {
		int taken = q->ready;

		cs->taken = taken;
		return 1;
	} else {
		int taken = q->rest + 1;

		cs->taken = taken;
		return 2;
	}
}

/* both are kept, and of one type */
static void both(struct queue *q)
{
	struct both_cs cs = { .q = q };
	int way = rcl_exec_anon(&q->lock, both_cs, &cs, sizeof(cs));

	if (way == 1) {
		int taken = cs.taken;
		work(q);
		rcl_lock(&q->lock);
		q->sum -= taken;
	} else {
		int taken = cs.taken;
		work(q);
		rcl_lock(&q->lock);
		q->sum += taken;
	}
	rcl_unlock(&q->lock);
}

struct wait_cs {          /* q->lock, in.c:114-127 */
	struct queue *q;  /* in */
	int i;            /* kept */
	int taken;        /* kept */
	int at;           /* where it goes on */
};

static int wait_cs(void *ctx)
{
	struct wait_cs *cs = ctx;
	struct queue *q = cs->q;

	if (cs->at == 1) {
		goto at_1;
	}

	if (q->rest) {
		long taken = q->rest;

		q->sum += taken;
	}
	for (int i = 0; i < 2; i++) {
		int taken = i + 20;

		while (!q->ready) {
			cs->i = i;
			cs->taken = taken;
			cs->at = 1;
			return rcl_wait(&q->more, &q->lock);
			at_1:
			i = cs->i;
			taken = cs->taken;
		}
		q->sum += taken;
	}
	return 0;
}

/* it waits for a condition */
static void wait(struct queue *q)
{
	struct wait_cs cs = { .q = q, .at = 0 };
	rcl_exec_waiting(&q->lock, wait_cs, &cs, sizeof(cs));
}

/* where the lock is given back another one has the name */
static void inside(struct queue *q)
{
	rcl_lock(&q->lock);
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		if (i == 1) {
			short taken = 7;

			rcl_unlock(&q->lock);
			work(q);
			rcl_lock(&q->lock);
			q->sum += taken;
		}
		q->sum += taken;
	}
	rcl_unlock(&q->lock);
}

struct behind_cs {        /* q->lock, in.c:155-170 */
	struct queue *q;  /* in */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->ready) {
		long taken = q->ready;

		q->sum += taken;
	}
	return RCL_KEEP;
}

/* behind the section, too */
static int behind(struct queue *q)
{
	int left = 0;

	struct behind_cs cs = { .q = q };
	rcl_exec_anon(&q->lock, behind_cs, &cs, sizeof(cs));
	for (int i = 0; i < 3; i++) {
		int taken = i * 5;

		rcl_unlock(&q->lock);
		work(q);
		left += taken;
		rcl_lock(&q->lock);
		q->sum += taken;
	}
	rcl_unlock(&q->lock);
	return left;
}

int main(void)
{
	for (queue.ready = 0; queue.ready < 2; queue.ready++) {
		drain(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		around(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		around_for_more(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		both(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		if (queue.ready)
			wait(&queue);
		printf("%d %d\n", queue.sum, queue.worked);
		inside(&queue);
		printf("%d %d %d\n", behind(&queue), queue.sum, queue.worked);
	}
	return 0;
}
