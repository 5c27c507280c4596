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

static int put(struct queue *q, int n)
{
	int before;

	if (rcl_mtx_lock(&q->lock) != thrd_success)
		return -1;
	before = q->items;
	q->items += n;
	rcl_mtx_unlock(&q->lock);
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
