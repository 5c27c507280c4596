/* Lock guards whose functions take the lock by one that does more. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t m;
	int n, held;
	const char *where;
};

static long locks, waits, unlocks;

static rcl_mutex_t *queue_mutex(struct queue *q)
{
	return &q->m;
}

static void queue_lock_ahead(void)
{
	waits++;
}

static void queue_lock_held(struct queue *q, const char *where)
{
	q->held = 1;
	q->where = where;
	locks++;
}

static void queue_unlock_held(struct queue *q)
{
	q->held = 0;
	unlocks++;
}

static rcl_mutex_t *take_mutex(struct queue *q)
{
	return queue_mutex(q);
}

static void take_ahead(void)
{
	queue_lock_ahead();
}

static void take_held(struct queue *q, const char *where)
{
	queue_lock_held(q, where);
}

static rcl_mutex_t *noted_mutex(struct queue *q)
{
	return &q->m;
}

static void noted_held(struct queue *q)
{
	q->held++;
}

#define QUEUE_GUARD(name, q) __attribute__((cleanup(drop), unused)) struct queue *name = take(q, __func__)
#define WITH_QUEUE(q) \
	for (struct queue *it_ __attribute__((cleanup(drop))) = take(q, "with"), *once_ = NULL; once_ == NULL; once_ = (void *)1)

struct add_cs {             /* q->m, in.c:59-63 */
	struct queue *q;    /* in */
	int k;              /* in */
	int result;         /* out */
	const char *where;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;
	const char *where = cs->where;

	take_held(q, where);
	if (k < 0) {
		queue_unlock_held(q);
		return 1;
	}
	q->n += k + q->held;
	cs->result = q->n;
	queue_unlock_held(q);
	return 2;
}

static int add(struct queue *q, int k)
{
	struct add_cs cs = { .q = q, .k = k, .where = __func__ };
	take_ahead();
	int way = rcl_exec_anon(take_mutex(q), add_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	return cs.result;
}

struct some_cs {            /* q->m, in.c:69-75 */
	struct queue *q;    /* in */
	int i;              /* in */
	const char *where;  /* in */
};

static int some_cs(void *ctx)
{
	struct some_cs *cs = ctx;
	struct queue *q = cs->q;
	int i = cs->i;
	const char *where = cs->where;

	take_held(q, where);
	if (i == 2) {
		queue_unlock_held(q);
		return 1;
	}
	if (q->n > 100) {
		queue_unlock_held(q);
		return 2;
	}
	q->n += i + (q->where[0] == 's');
	queue_unlock_held(q);
	return 0;
}

static void some(struct queue *q, int k)
{
	for (int i = 0; i < k; i++) {
		struct some_cs cs = { .q = q, .i = i, .where = __func__ };
		take_ahead();
		int way = rcl_exec_anon(take_mutex(q), some_cs, &cs, sizeof(cs));

		if (way == 1)
			continue;
		if (way == 2)
			break;
	}
}

struct only_noted_cs {    /* q->m, in.c:80-83 */
	struct queue *q;  /* in */
	int result;       /* out */
};

static int only_noted_cs(void *ctx)
{
	struct only_noted_cs *cs = ctx;
	struct queue *q = cs->q;

	noted_held(q);
	q->n += q->held;
	cs->result = q->n;
	return 1;
}

static int only_noted(struct queue *q)
{
	struct only_noted_cs cs = { .q = q };
	rcl_exec_anon(noted_mutex(q), only_noted_cs, &cs, sizeof(cs));
	return cs.result;
}

struct with_cs {          /* q->m, in.c:90-92 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int with_cs(void *ctx)
{
	struct with_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	take_held(q, "with");
	r = q->n++ + q->held;
	cs->r = r;
	queue_unlock_held(q);
	return 0;
}

static int with(struct queue *q)
{
	int r = 0;

	struct with_cs cs = { .q = q };
	take_ahead();
	rcl_exec_anon(take_mutex(q), with_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m), 3, 0, "" };

	printf("%d %d\n", add(&q, 4), add(&q, -1));
	some(&q, 4);
	printf("%d %d %d\n", only_noted(&q), only_noted(&q), with(&q));
	printf("%d %d %s %ld %ld %ld\n", q.n, q.held, q.where, locks, waits, unlocks);
	return 0;
}
