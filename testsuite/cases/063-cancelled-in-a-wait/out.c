#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t mutex;
	rcl_cond_t filled;
	int waiting;
	int data[8];
	int readp, writep;
};

static struct queue queue = {
	.mutex = RCL_MUTEX_INITIALIZER(queue_mutex),
	.filled = RCL_COND_INITIALIZER,
};

struct get_cs {               /* queue->mutex, in.c:22-29 */
	struct queue *queue;  /* in */
	int data;             /* out */
	int at;               /* where it goes on */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int data;

	if (cs->at == 1)
		goto at_1;

	queue->waiting++;
	while (queue->readp == queue->writep) {
		cs->at = 1;
		return rcl_wait(&queue->filled, &queue->mutex);
		at_1: ;
	}
	queue->waiting--;
	data = queue->data[queue->readp];
	queue->readp = (queue->readp + 1) % 8;
	cs->data = data;
	return 0;
}

static int get(struct queue *queue)
{
	int data;

	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	struct get_cs cs = { .queue = queue, .at = 0 };
	rcl_exec_waiting(&queue->mutex, get_cs, &cs, sizeof(cs));
	data = cs.data;
	pthread_cleanup_pop(0);
	return data;
}

struct get_later_cs {         /* queue->mutex, in.c:39-49 */
	struct queue *queue;  /* in */
	int data;             /* out */
	int at;               /* where it goes on */
};

static int get_later_cs(void *ctx)
{
	struct get_later_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int data;

	if (cs->at == 1)
		goto at_1;

	for (;;) {
		if (queue->readp != queue->writep)
			break;
		queue->waiting++;
		cs->at = 1;
		return rcl_wait(&queue->filled, &queue->mutex);
		at_1:
		queue->waiting--;
	}
	data = queue->data[queue->readp];
	queue->readp = (queue->readp + 1) % 8;
	cs->data = data;
	return 0;
}

/* The same, but the wait is not the loop's only statement. */
static int get_later(struct queue *queue)
{
	int data;

	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	struct get_later_cs cs = { .queue = queue, .at = 0 };
	rcl_exec_waiting(&queue->mutex, get_later_cs, &cs, sizeof(cs));
	data = cs.data;
	pthread_cleanup_pop(0);
	return data;
}

struct put_cs {               /* queue->mutex, in.c:57-61 */
	struct queue *queue;  /* in */
	int data;             /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int data = cs->data;

	queue->data[queue->writep] = data;
	queue->writep = (queue->writep + 1) % 8;
	rcl_cond_signal(&queue->filled);
	return 0;
}

static void put(struct queue *queue, int data)
{
	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	struct put_cs cs = { .queue = queue, .data = data };
	rcl_exec_anon(&queue->mutex, put_cs, &cs, sizeof(cs));
	pthread_cleanup_pop(0);
}

struct waiting_cs {           /* queue->mutex, in.c:68-70 */
	struct queue *queue;  /* in */
	int n;                /* out */
};

static int waiting_cs(void *ctx)
{
	struct waiting_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int n;

	n = queue->waiting;
	cs->n = n;
	return 0;
}

static int waiting(struct queue *queue)
{
	int n;

	struct waiting_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->mutex, waiting_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static void *getter(void *arg)
{
	printf("%d\n", get(arg));
	get(arg);
	return arg;
}

static void *later_getter(void *arg)
{
	get_later(arg);
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	void *result;

	put(&queue, 7);
	pthread_create(&threads[0], NULL, getter, &queue);
	while (waiting(&queue) < 1)
		;
	pthread_create(&threads[1], NULL, later_getter, &queue);
	while (waiting(&queue) < 2)
		;
	for (int i = 0; i < 2; i++) {
		pthread_cancel(threads[i]);
		pthread_join(threads[i], &result);
		printf("%d\n", result == PTHREAD_CANCELED);
	}
	put(&queue, 8);
	printf("%d\n", get_later(&queue));
	return 0;
}
