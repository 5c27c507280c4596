#include <stdio.h>
#include <threads.h>
#include <time.h>

struct queue {
	mtx_t lock;
	cnd_t filled;
	int items;
};

static struct queue queue;
static mtx_t count_lock;
static int count;

static int put(struct queue *q, int n)
{
	int before;

	if (mtx_lock(&q->lock) != thrd_success)
		return -1;
	before = q->items;
	q->items += n;
	mtx_unlock(&q->lock);
	cnd_signal(&q->filled);
	return before;
}

static void take(struct queue *q)
{
	mtx_lock(&q->lock);
	while (q->items == 0)
		cnd_wait(&q->filled, &q->lock);
	q->items--;
	mtx_unlock(&q->lock);
}

static int counted(void)
{
	mtx_lock(&count_lock);
	count++;
	mtx_unlock(&count_lock);
	return count;
}

static int try_count(void)
{
	if (mtx_trylock(&count_lock) == thrd_success) {
		count += 10;
		mtx_unlock(&count_lock);
	}
	return count;
}

/* What it gives back is no errno. */
static int count_or_busy(void)
{
	int r = mtx_trylock(&count_lock);

	if (r == thrd_success) {
		count++;
		mtx_unlock(&count_lock);
	}
	return r;
}

static int is_busy(mtx_t *m)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	switch (mtx_timedlock(m, &now)) {
	case thrd_timedout:
		return 1;
	case thrd_success:
		mtx_unlock(m);
	}
	return 0;
}

static int consumer(void *arg)
{
	(void)arg;
	take(&queue);
	printf("busy: %d %d\n", mtx_trylock(&count_lock) == thrd_busy, is_busy(&count_lock));
	printf("busy: %d\n", count_or_busy() == thrd_busy);
	return 0;
}

int main(void)
{
	thrd_t thread;

	if (mtx_init(&queue.lock, mtx_plain) != thrd_success || cnd_init(&queue.filled) != thrd_success)
		return 1;
	mtx_init(&count_lock, mtx_timed | mtx_recursive);
	counted();
	mtx_lock(&count_lock);
	mtx_lock(&count_lock);
	thrd_create(&thread, consumer, NULL);
	put(&queue, 1);
	thrd_join(thread, NULL);
	mtx_unlock(&count_lock);
	mtx_unlock(&count_lock);
	printf("%d %d\n", try_count(), is_busy(&count_lock));
	mtx_destroy(&count_lock);
	mtx_destroy(&queue.lock);
	cnd_destroy(&queue.filled);
	return 0;
}
