/* Acquisitions whose failure is reported by a macro that returns, or jumps, in braces or a loop that runs once. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FAIL(code, ...) do { fprintf(stderr, __VA_ARGS__); return code; } while (0)
#define XFAIL(code, ...) do { status = code; fprintf(stderr, __VA_ARGS__); goto failed; } while (0)
#define MAYBE(code) do { if (code) break; return code; } while (0)

struct queue {
	rcl_mutex_t mutex;
	int count, size, calls;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_mutex), 0, 10, 0 };

struct put_cs {           /* q->mutex, in.c:20-23 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->count += n;
	return 0;
}

static int put(struct queue *q, int n)
{
	if (q == NULL)
		FAIL(3, "no queue\n");
	struct put_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->mutex, put_cs, &cs, sizeof(cs)) < 0)
		FAIL(1, "lock of %d\n", n);
	return 0;
}

struct take_cs {          /* q->mutex, in.c:33-36 */
	struct queue *q;  /* in */
	int *n;           /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;
	int *n = cs->n;

	*n = q->count;
	q->count = 0;
	return 0;
}

static int take(struct queue *q, int *n)
{
	int status;

	if (q == NULL) XFAIL(3, "no queue\n");
	struct take_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->mutex, take_cs, &cs, sizeof(cs)) < 0) XFAIL(1, "lock");
	return 0;

failed:
	*n = -1;
	return status;
}

static int count(struct queue *q);

struct count_cs {         /* q->mutex, in.c:48-55 */
	struct queue *q;  /* in */
	int count;        /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct queue *q = cs->q;

	q->calls++;
	int count = q->count;
	cs->count = count;
	return 0;
}

static int count(struct queue *q)
{
	int error;

	int count;
	struct count_cs cs = { .q = q };
	if ((error = -rcl_tryexec(&q->mutex, count_cs, &cs, sizeof(cs))) != 0) {
		if (error != 16)
			FAIL(-error, "try");
		FAIL(0, "busy\n");
	}
	count = cs.count;
	return count;
}

struct in_loop_cs {       /* q->mutex, in.c:62-69 */
	struct queue *q;  /* in */
	int i;            /* in */
};

static int in_loop_cs(void *ctx)
{
	struct in_loop_cs *cs = ctx;
	struct queue *q = cs->q;
	int i = cs->i;

	q->count += i;
	return 0;
}

static int in_loop(struct queue *q, int n)
{
	for (int i = 0; i < n; i++) {
		struct in_loop_cs cs = { .q = q, .i = i };
		if (rcl_exec_anon(&q->mutex, in_loop_cs, &cs, sizeof(cs)) < 0) {
			do {
				q = NULL;
				return 1;
			} while (0);
		}
	}
	return 0;
}

/* this does not always return */
static int perhaps(struct queue *q, int n)
{
	if (rcl_trylock(&q->mutex) != 0)
		MAYBE(n);
	q->count += n;
	rcl_unlock(&q->mutex);
	return 0;
}

/* queue.mutex, in.c:97-99 */
static int main_cs(void *ctx)
{
	printf(" %d\n", queue.calls);
	return 0;
}

int main(void)
{
	int n = 0, m = 0, failed;

	printf("%d", put(NULL, 1));
	printf(" %d", put(&queue, 4));
	printf(" %d", count(&queue));
	failed = take(NULL, &m);
	printf(" %d %d", failed, m);
	printf(" %d", in_loop(&queue, 3));
	printf(" %d", perhaps(&queue, 1));
	failed = take(&queue, &n);
	printf(" %d %d", failed, n);
	rcl_exec(&queue.mutex, main_cs, NULL, 0);
	return 0;
}
