/* A lock that is given back at once waits for those who have it: there is no work to move, and it stays two calls. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	int length, owner;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 0, 0 };
static pthread_t thread;
static int total, done;

static void handshake(void)
{
	rcl_lock(&m);
	rcl_unlock(&m);
}

static void queue_lock(struct queue *q)
{
	rcl_lock(&q->lock);
}

static void queue_unlock(struct queue *q)
{
	rcl_unlock(&q->lock);
}

static void by_functions(struct queue *q, int wait)
{
	if (wait) {
		queue_lock(q);
		/* all others have left it now */
		queue_unlock(q);
	}
}

static rcl_mutex_t *queue_noted_mutex(struct queue *q)
{
	return &q->lock;
}

static void queue_lock_noted_held(struct queue *q, int who)
{
	q->owner = who;
}

struct by_one_that_notes_cs {  /* q->lock, in.c:49-50 */
	struct queue *q;       /* in */
};

static int by_one_that_notes_cs(void *ctx)
{
	struct by_one_that_notes_cs *cs = ctx;
	struct queue *q = cs->q;

	queue_lock_noted_held(q, 3);
	return 0;
}

/* this notes something */
static void by_one_that_notes(struct queue *q)
{
	struct by_one_that_notes_cs cs = { .q = q };
	rcl_exec_anon(queue_noted_mutex(q), by_one_that_notes_cs, &cs, sizeof(cs));
}

/* m, in.c:56-60 */
static int elsewhere_cs(void *ctx)
{
#ifdef COUNTS
	total++;
#endif
	return 0;
}

/* another build may do something */
static void elsewhere(void)
{
	rcl_exec_anon(&m, elsewhere_cs, NULL, 0);
}

struct inside_cs {  /* m, in.c:65-69 */
	int n;      /* in */
};

static int inside_cs(void *ctx)
{
	struct inside_cs *cs = ctx;
	int n = cs->n;

	total += n;
	queue_lock(&queue);
	queue_unlock(&queue);
	return 0;
}

static void inside(int n)
{
	struct inside_cs cs = { .n = n };
	rcl_exec_anon(&m, inside_cs, &cs, sizeof(cs));
}

/* m, in.c:75-77 */
static int run_cs(void *ctx)
{
	total++;
	return 0;
}

static void *run(void *arg)
{
	for (int i = 0; i < 100; i++) {
		rcl_exec_anon(&m, run_cs, NULL, 0);
	}
	__atomic_store_n(&done, 1, __ATOMIC_RELEASE);
	handshake();
	return arg;
}

struct before_another_cs {  /* m, in.c:88-90 */
	int n;              /* in-out */
};

static int before_another_cs(void *ctx)
{
	struct before_another_cs *cs = ctx;
	int n = cs->n;

	n += total;
	cs->n = n;
	return 0;
}

static int before_another(int n)
{
	rcl_lock(&m);
	rcl_unlock(&m);
	struct before_another_cs cs = { .n = n };
	rcl_exec_anon(&m, before_another_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	if (pthread_create(&thread, NULL, run, NULL))
		return 1;
	handshake();
	by_functions(&queue, 1);
	by_one_that_notes(&queue);
	elsewhere();
	inside(2);
	pthread_join(thread, NULL);
	printf("%d %d %d %d\n", total, done, queue.owner, before_another(1));
	return 0;
}
