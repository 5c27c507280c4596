#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct queue {
	rcl_mutex_t mutex;
	int data[8];
	int readp, writep;
};

static rcl_mutex_t done_mutex = RCL_MUTEX_INITIALIZER(done_mutex);
static int done;

static void unlock_done(void *mutex)
{
	rcl_unlock(mutex);
}

struct put_cs {               /* queue->mutex, in.c:24-28 */
	struct queue *queue;  /* in */
	int data;             /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int data = cs->data;
	int next;

	next = (queue->writep + 1) % 8;
	queue->data[queue->writep] = data;
	queue->writep = next;
	return 0;
}

static void put(struct queue *queue, int data)
{
	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	struct put_cs cs = { .queue = queue, .data = data };
	rcl_exec_anon(&queue->mutex, put_cs, &cs, sizeof(cs));
	pthread_cleanup_pop(0);		/* unlocks */
}

struct take_all_cs {          /* queue->mutex, in.c:38-45 */
	struct queue *queue;  /* in */
	int sum;              /* in-out */
};

static int take_all_cs(void *ctx)
{
	struct take_all_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int sum = cs->sum;

	if (queue->readp == queue->writep) {
		cs->sum = sum;
		return 1;
	}
	sum += queue->data[queue->readp];
	queue->readp = (queue->readp + 1) % 8;
	cs->sum = sum;
	return 0;
}

/* Explicit releases, and one on each way through a loop. */
static int take_all(struct queue *queue)
{
	int sum = 0;

	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	for (;;) {
		struct take_all_cs cs = { .queue = queue, .sum = sum };
		if (rcl_exec_anon(&queue->mutex, take_all_cs, &cs, sizeof(cs)) == 1) {
			sum = cs.sum;
			break;
		}
		sum = cs.sum;
	}
	pthread_cleanup_pop(0);
	return sum;
}

struct count_cs {  /* done_mutex, in.c:58-63 */
	int n;     /* in */
	int now;   /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;
	int now;

	done += n;
	pthread_cleanup_push((void (*)(void *))puts, "cancelled");
	now = done;
	pthread_cleanup_pop(0);
	cs->now = now;
	return 0;
}

/* A handler for something else around the section, and another one inside. */
static int count(int n)
{
	int now;
	char *text = malloc(32);

	pthread_cleanup_push(free, text);
	struct count_cs cs = { .n = n };
	rcl_exec(&done_mutex, count_cs, &cs, sizeof(cs));
	now = cs.now;
	snprintf(text, 32, "%d", now);
	pthread_cleanup_pop(1);
	return now;
}

/* done_mutex, in.c:73-75 */
static int forget_cs(void *ctx)
{
	done = 0;
	return 0;
}

/* The handler is a function of the program's. */
static void forget(void)
{
	pthread_cleanup_push(unlock_done, &done_mutex);
	rcl_exec_anon(&done_mutex, forget_cs, NULL, 0);
	pthread_cleanup_pop(0);
}

struct look_cs {              /* queue->mutex, in.c:83-86 */
	struct queue *queue;  /* in */
	int used;             /* out */
};

static int look_cs(void *ctx)
{
	struct look_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int used;

	used = queue->writep - queue->readp;
	cs->used = used;
	return 0;
}

/* Locked first. */
static int look(struct queue *queue)
{
	int used;

	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	struct look_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->mutex, look_cs, &cs, sizeof(cs));
	used = cs.used;
	pthread_cleanup_pop(0);
	return used;
}

struct first_cs {             /* queue->mutex, in.c:96-109 */
	struct queue *queue;  /* in */
	int n;                /* in */
	int found;            /* in-out */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int n = cs->n;
	int found = cs->found;

	if (queue->readp == queue->writep)
		goto out;
	if (n > 7)
		pthread_exit(NULL);
	for (int i = queue->readp; i != queue->writep; i = (i + 1) % 8) {
		if (queue->data[i] == n) {
			found = i;
			goto out;
		}
	}
	found = -2;
out:
	cs->found = found;
	return 0;
}

/* A label before the end; a thread that ends itself runs the handler, too. */
static int first(struct queue *queue, int n)
{
	int found = -1;

	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	struct first_cs cs = { .queue = queue, .n = n, .found = found };
	rcl_exec(&queue->mutex, first_cs, &cs, sizeof(cs));
	found = cs.found;
	pthread_cleanup_pop(0);
	return found;
}

static void *ending(void *queue)
{
	first(queue, 8);
	return queue;
}

struct maybe_cs {             /* queue->mutex, in.c:123-124 */
	struct queue *queue;  /* in */
};

static int maybe_cs(void *ctx)
{
	struct maybe_cs *cs = ctx;
	struct queue *queue = cs->queue;

	queue->writep = queue->readp;
	return RCL_KEEP;
}

/* Whether the handler unlocks depends. */
static void maybe(struct queue *queue, int unlock)
{
	pthread_cleanup_push((void (*)(void *))rcl_unlock, &queue->mutex);
	struct maybe_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->mutex, maybe_cs, &cs, sizeof(cs));
	if (!unlock)
		rcl_unlock(&queue->mutex);
	pthread_cleanup_pop(unlock);
}

int main(void)
{
	static struct queue queue;
	pthread_t thread;
	void *result;

	rcl_mutex_init(&queue.mutex, NULL, queue_mutex);
	put(&queue, 3);
	put(&queue, 4);
	printf("%d\n", look(&queue));
	pthread_create(&thread, NULL, ending, &queue);
	pthread_join(thread, &result);
	printf("%d %d\n", result == NULL, first(&queue, 4));
	printf("%d %d\n", take_all(&queue), count(2));
	forget();
	maybe(&queue, 1);
	printf("%d\n", count(1));
	return 0;
}
