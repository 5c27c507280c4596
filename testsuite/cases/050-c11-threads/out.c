#include <stdio.h>
#include <threads.h>
#include <time.h>
#include "rcl_config.h"

struct queue {
	rcl_mutex_t lock;
	rcl_cond_t filled;
	int items;
};

static struct queue queue;
static rcl_mutex_t count_lock;
static int count;

struct put_cs {           /* q->lock, in.c:19-23 */
	struct queue *q;  /* in */
	int n;            /* in */
	int before;       /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;
	int before;

	before = q->items;
	q->items += n;
	cs->before = before;
	return 0;
}

static int put(struct queue *q, int n)
{
	int before;

	struct put_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->lock, put_cs, &cs, sizeof(cs)) < 0)
		return -1;
	before = cs.before;
	rcl_cnd_signal(&q->filled);
	return before;
}

struct take_cs {          /* q->lock, in.c:30-34 */
	struct queue *q;  /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->items == 0)
		return rcl_wait(&q->filled, &q->lock);
	q->items--;
	return 0;
}

static void take(struct queue *q)
{
	struct take_cs cs = { .q = q };
	rcl_exec_waiting(&q->lock, take_cs, &cs, sizeof(cs));
}

/* count_lock, in.c:39-41 */
static int counted_cs(void *ctx)
{
	count++;
	return 0;
}

static int counted(void)
{
	rcl_exec_anon(&count_lock, counted_cs, NULL, 0);
	return count;
}

/* count_lock, in.c:47-49 */
static int try_count_cs(void *ctx)
{
	count += 10;
	return 0;
}

static int try_count(void)
{
	rcl_tryexec(&count_lock, try_count_cs, NULL, 0);
	return count;
}

/* What it gives back is no errno. */
static int count_or_busy(void)
{
	int r = rcl_mtx_trylock(&count_lock);

	if (r == thrd_success) {
		count++;
		rcl_mtx_unlock(&count_lock);
	}
	return r;
}

static int is_busy(rcl_mutex_t *m)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	switch (rcl_mtx_timedlock(m, &now)) {
	case thrd_timedout:
		return 1;
	case thrd_success:
		rcl_mtx_unlock(m);
	}
	return 0;
}

static int consumer(void *arg)
{
	(void)arg;
	take(&queue);
	printf("busy: %d %d\n", rcl_mtx_trylock(&count_lock) == thrd_busy, is_busy(&count_lock));
	printf("busy: %d\n", count_or_busy() == thrd_busy);
	return 0;
}

int main(void)
{
	thrd_t thread;

	if (rcl_mtx_init(&queue.lock, mtx_plain, queue_lock) != thrd_success || rcl_cnd_init(&queue.filled) != thrd_success)
		return 1;
	rcl_mtx_init(&count_lock, mtx_timed | mtx_recursive, count_lock);
	counted();
	rcl_mtx_lock(&count_lock);
	rcl_mtx_lock(&count_lock);
	thrd_create(&thread, consumer, NULL);
	put(&queue, 1);
	thrd_join(thread, NULL);
	rcl_mtx_unlock(&count_lock);
	rcl_mtx_unlock(&count_lock);
	printf("%d %d\n", try_count(), is_busy(&count_lock));
	rcl_mtx_destroy(&count_lock);
	rcl_mtx_destroy(&queue.lock);
	rcl_cnd_destroy(&queue.filled);
	return 0;
}
