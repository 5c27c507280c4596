/* What comes before the lock call in the branch that sets the variable is the client's, who keeps that; not what leads
 * to the mutex, nor what comes behind. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	int total;
};

static struct queue queue = { .lock = RCL_MUTEX_INITIALIZER(queue_lock) };
static int threaded, waiting;

struct add_cs {  /* queue.lock, in.c:19-31 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	queue.total += n;
	return 0;
}

static int add(int n)
{
	bool locked = false;

	struct add_cs cs;
	if (threaded) {
		int twice = 2 * n;

		waiting++;
		n += twice;
		if (n > 1000)
			return -1;
		locked = true;
	}
	cs.n = n;
	if (locked)
		rcl_exec_anon(&queue.lock, add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
	locked = false;
	return n;
}

static int named(int n)
{
	bool locked = false;

	if (threaded) {
		struct queue *q = n > 0 ? &queue : NULL;

		if (q == NULL)
			return 0;
		rcl_lock(&q->lock);
		locked = true;
	}
	queue.total += n;
	if (locked)
		rcl_unlock(&queue.lock);
	return n;
}

static int assigned(int n)
{
	struct queue *q = &queue;
	bool locked = false;

	if (threaded) {
		q = n > 0 ? &queue : NULL;
		locked = true;
		rcl_lock(&q->lock);
	}
	queue.total += n;
	if (locked)
		rcl_unlock(&q->lock);
	return n;
}

struct behind_cs {    /* queue.lock, in.c:76-82 */
	bool locked;  /* out */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	bool locked;

	locked = true;
	waiting--;
	cs->locked = locked;
	return RCL_KEEP;
}

static int behind(int n)
{
	bool locked = false;

	if (threaded) {
		struct behind_cs cs;
		rcl_exec_anon(&queue.lock, behind_cs, &cs, sizeof(cs));
		locked = cs.locked;
	}
	queue.total += n;
	if (locked)
		rcl_unlock(&queue.lock);
	return n;
}

struct more_cs {  /* queue.lock, in.c:91-96 */
	int n;    /* in */
};

static int more_cs(void *ctx)
{
	struct more_cs *cs = ctx;
	int n = cs->n;

	queue.total += n;
	return RCL_KEEP;
}

/* the release does more */
static int more(int n)
{
	bool locked = false;

	struct more_cs cs = { .n = n };
	if (threaded) {
		waiting++;
		locked = true;
	}
	if (locked)
		rcl_exec_anon(&queue.lock, more_cs, &cs, sizeof(cs));
	else
		more_cs(&cs);
	if (locked) {
		waiting--;
		rcl_unlock(&queue.lock);
		locked = false;
	}
	return locked;
}

/* it is set in both */
static int either(int n)
{
	bool locked = false;

	if (threaded) {
		rcl_lock(&queue.lock);
		locked = true;
	} else {
		locked = n > 3;
	}
	queue.total += n;
	if (locked && threaded)
		rcl_unlock(&queue.lock);
	return n;
}

int main(void)
{
	for (threaded = 0; threaded < 2; threaded++) {
		printf("%d %d %d\n", add(1), add(500), named(2));
		printf("%d %d %d %d\n", assigned(3), behind(4), more(5), either(6));
	}
	printf("%d %d\n", queue.total, waiting);
	return 0;
}
