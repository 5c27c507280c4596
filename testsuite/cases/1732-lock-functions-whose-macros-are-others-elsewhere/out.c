/* What a lock function says by macros means that where it stands, not where it is called, nor behind it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t *lock;
	int count;
};

#define LOCK (&other)
#define LOCK_OF(n) LOCK
#define HAS_LOCK(q) ((q)->lock != NULL)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static struct queue with = { &m, 0 }, without = { NULL, 0 };
static int total, free_ones, threads = 1;

static void take(void)
{
#undef LOCK
#define LOCK (&m)
	rcl_lock(LOCK_OF(1));
#undef LOCK
#define LOCK (&other)
}

static void give(void)
{
	rcl_unlock(&m);
}

static int lock_queue_needed(struct queue *q)
{
	return HAS_LOCK(q);
}

static rcl_mutex_t *queue_mutex(struct queue *q)
{
	return q->lock;
}

static int take_if_any_needed(void)
{
	return threads != 0;
}

#undef HAS_LOCK
#define HAS_LOCK(q) 0
#define threads 0

/* m, in.c:65-67 */
static int look_cs(void *ctx)
{
	free_ones++;
	return 0;
}

/* is the mutex free, though a section has it? */
static void look(void)
{
	rcl_tryexec(&m, look_cs, NULL, 0);
}

static int add(int n)
{
	take();
	total += n;
	look();
	give();
	return n;
}

struct push_cs {          /* q->lock, in.c:82-86 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->count += n;
	if (q == &with)
		look();
	return 0;
}

static int push(struct queue *q, int n)
{
	struct push_cs cs = { .q = q, .n = n };
	if (lock_queue_needed(q))
		rcl_exec_anon(queue_mutex(q), push_cs, &cs, sizeof(cs));
	else
		push_cs(&cs);
	return q->count;
}

struct count_cs {  /* m, in.c:92-95 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	total += n + threads;
	look();
	return 0;
}

static int count(int n)
{
	struct count_cs cs = { .n = n };
	if (take_if_any_needed())
		rcl_exec_anon(&m, count_cs, &cs, sizeof(cs));
	else
		count_cs(&cs);
	return n;
}

struct others_cs {  /* other, in.c:101-103 */
	int n;      /* in */
};

static int others_cs(void *ctx)
{
	struct others_cs *cs = ctx;
	int n = cs->n;

	total += n + HAS_LOCK(&with);
	return 0;
}

static int others(int n)
{
	struct others_cs cs = { .n = n };
	rcl_exec_anon(&other, others_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	int sum = add(3) + push(&with, 4) + push(&without, 5) + count(6) + others(7);

	printf("%d %d %d\n", sum, total, free_ones);
	return 0;
}
