/* Sections that a macro leaves, in one statement that ends with a jump, while they have the lock. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FAIL(code, ...) do { printf(__VA_ARGS__); return code; } while (0)
#define XFAIL(code, ...) do { status = code; printf(__VA_ARGS__); goto failed; } while (0)
#define FAIL_IF(e) do { if (e) return 4; } while (0)
#define FAIL_IF_LEAVE(e, leave) do { if (e) leave; } while (0)
#define FULL return 5
#define SAY_FULL printf("full "); return 6
#define NEXT continue
#define AGAIN_OR_FAIL(n) do { if ((n)++ < 3) goto again; return 7; } while (0)

struct queue {
	rcl_mutex_t mutex;
	rcl_cond_t cond;
	int count, size, calls;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_mutex), RCL_COND_INITIALIZER, 0, 10, 0 };

static void release(struct queue *q)
{
	rcl_unlock(&q->mutex);
}

struct put_cs {           /* q->mutex, in.c:28-37 */
	struct queue *q;  /* in */
	int n;            /* in */
	int had;          /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;
	int had = q->count;
	if (had + n > q->size) {
		cs->had = had;
		return RCL_KEEP | 1;
	}
	q->count += n;
	if (q->count == n) {
		if (rcl_cond_signal(&q->cond) != 0) return RCL_KEEP | 2;
		q->calls++;
	}
	return 0;
}

static int put(struct queue *q, int n)
{
	struct put_cs cs = { .q = q, .n = n };
	int way = rcl_exec_anon(&q->mutex, put_cs, &cs, sizeof(cs));

	if (way == 1) {
		int had = cs.had;
		FAIL(1, "%d of %d ", had, n);
	}
	if (way == 2) {
		FAIL(2, "signal");
	}
	return 0;
}

struct take_cs {          /* q->mutex, in.c:45-54 */
	struct queue *q;  /* in */
	int *n;           /* in */
	int at;           /* where it goes on */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;
	int *n = cs->n;

	if (cs->at == 3) {
		goto at_3;
	}

	while (q->count == 0) {
		cs->at = 3;
		return rcl_wait(&q->cond, &q->mutex);
		at_3:
		if (rcl_waited() != 0)
			return RCL_KEEP | 1;
	}
	if (q->count > *n)
		return RCL_KEEP | 2;
	*n = q->count;
	q->count = 0;
	return 0;
}

static int take(struct queue *q, int *n)
{
	int status;

	struct take_cs cs = { .q = q, .n = n, .at = 0 };
	int way = rcl_exec_waiting(&q->mutex, take_cs, &cs, sizeof(cs));

	if (way == 1) {
		XFAIL(1, "wait");
	}
	if (way == 2) {
		XFAIL(2, "only %d ", *n);
	}
	return 0;

failed:
	*n = 0;
	return status;
}

struct by_a_name_cs {     /* q->mutex, in.c:64-70 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int by_a_name_cs(void *ctx)
{
	struct by_a_name_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	for (int i = 0; i < n; i++) {
		q->count++;
		if (q->count > q->size)
			return RCL_KEEP | 1;
	}
	return 0;
}

static int by_a_name(struct queue *q, int n)
{
	struct by_a_name_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->mutex, by_a_name_cs, &cs, sizeof(cs)) == 1) {
		FULL;
	}
	return 0;
}

struct perhaps_cs {       /* q->mutex, in.c:77-82 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int perhaps_cs(void *ctx)
{
	struct perhaps_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->count += n;
	FAIL_IF_LEAVE(q->count > q->size, { return RCL_KEEP | 1; });
	q->calls++;
	FAIL_IF_LEAVE(q->calls == 20, { return RCL_KEEP | 1; });
	return 0;
}

/* these leave only perhaps */
static int perhaps(struct queue *q, int n)
{
	struct perhaps_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->mutex, perhaps_cs, &cs, sizeof(cs)) == 1) {
		return 4;
	}
	return 0;
}

struct always_cs {        /* q->mutex, in.c:89-91 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int always_cs(void *ctx)
{
	struct always_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->count += n;
	q->calls++;
	return RCL_KEEP;
}

/* the second of these two statements does not stand in the branch */
static int always(struct queue *q, int n)
{
	struct always_cs cs = { .q = q, .n = n };
	rcl_exec_anon(&q->mutex, always_cs, &cs, sizeof(cs));
	{
		q->calls++;
		if (q->count < n)
			SAY_FULL;
	}
	q->calls++;
	rcl_unlock(&q->mutex);
	return 0;
}

static int repeated(struct queue *q, int n)
{
	for (int i = 0; i < n; i++) {
		if (q == NULL)
			NEXT;
		rcl_lock(&q->mutex);
		q->count += i;
		if (q->count > 1000)
			NEXT;
		rcl_unlock(&q->mutex);
	}
	return 0;
}

struct again_cs {         /* q->mutex, in.c:119-120 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->calls = n;
	return RCL_KEEP;
}

/* one of its jumps stays in the section */
static int again(struct queue *q, int n)
{
	struct again_cs cs = { .q = q, .n = n };
	rcl_exec_anon(&q->mutex, again_cs, &cs, sizeof(cs));
again:
	q->count++;
	if (q->count < 100)
		AGAIN_OR_FAIL(n);
	rcl_unlock(&q->mutex);
	return n;
}

int main(void)
{
	int n = 4, m = 1;

	printf("%d ", put(&queue, 3));
	printf("%d ", put(&queue, 8));
	release(&queue);
	printf("%d ", take(&queue, &m));
	release(&queue);
	printf("%d ", take(&queue, &n));
	printf("%d ", n);
	printf("%d ", by_a_name(&queue, 4));
	printf("%d ", by_a_name(&queue, 10));
	release(&queue);
	printf("%d ", perhaps(&queue, 0));
	release(&queue);
	printf("%d ", always(&queue, 1));
	release(&queue);
	printf("%d ", again(&queue, 1));
	release(&queue);
	printf("%d %d %d %d\n", repeated(&queue, 4), m, queue.count, queue.calls);
	return 0;
}
