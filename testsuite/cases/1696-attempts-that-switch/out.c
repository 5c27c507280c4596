/* Lock functions that try, and say by a switch, or by the error itself, what came of it; some end where it is an error. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define BUSY 70025

struct queue {
	rcl_mutex_t lock;
	long length;
};

static struct queue one = { RCL_MUTEX_INITIALIZER(queue_lock), 0 };

static rcl_mutex_t *queue_try_mutex(struct queue *q)
{
	return &q->lock;
}

static rcl_mutex_t *queue_attempt_mutex(struct queue *q)
{
	return &q->lock;
}

static rcl_mutex_t *queue_enter_mutex(struct queue *q)
{
	return &q->lock;
}

/* an error of its may be 0 */
static int queue_perhaps(struct queue *q)
{
	switch (rcl_trylock(&q->lock)) {
	case 0:
		return 0;
	case EBUSY:
		return 1;
	default:
		return q->length == 0;
	}
}

static void queue_unlock(struct queue *q)
{
	rcl_unlock(&q->lock);
}

struct add_cs {  /* one.lock, in.c:72-75 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	one.length += n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_tryexec(queue_try_mutex(&one), add_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

struct wait_and_add_cs {  /* one.lock, in.c:81-84 */
	int n;            /* in */
};

static int wait_and_add_cs(void *ctx)
{
	struct wait_and_add_cs *cs = ctx;
	int n = cs->n;

	one.length += n;
	return 0;
}

static int wait_and_add(int n)
{
	struct wait_and_add_cs cs = { .n = n };
	while (rcl_tryexec(queue_try_mutex(&one), wait_and_add_cs, &cs, sizeof(cs)) < 0)
		sched_yield();
	return n;
}

struct put_cs {  /* one.lock, in.c:90-92 */
	int n;   /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int n = cs->n;

	one.length += n;
	return 0;
}

static int put(int n)
{
	struct put_cs cs = { .n = n };
	rcl_tryexec(queue_attempt_mutex(&one), put_cs, &cs, sizeof(cs));
	return n;
}

struct get_cs {  /* one.lock, in.c:99-102 */
	int n;   /* in */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int n = cs->n;

	one.length -= n;
	return 0;
}

static int get(int n)
{
	struct get_cs cs = { .n = n };
	if (rcl_tryexec(queue_enter_mutex(&one), get_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

static int look(int n)
{
	if (queue_perhaps(&one) == 0) {
		n += one.length;
		queue_unlock(&one);
	}
	return n;
}

struct main_cs {  /* one.lock, in.c:119-121 */
	int sum;  /* in-out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int sum = cs->sum;

	sum += add(6) + put(7) + get(8);
	cs->sum = sum;
	return 0;
}

int main(void)
{
	int sum = add(1) + wait_and_add(2) + put(3) + get(4) + look(5);

	struct main_cs cs = { .sum = sum };
	rcl_exec(&one.lock, main_cs, &cs, sizeof(cs));
	sum = cs.sum;
	printf("%d %ld\n", sum, one.length);
	return 0;
}
