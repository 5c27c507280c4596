/* Lock functions whose calls go with the sections, but for one in an #if: a build without that has no use for them. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	long items, busy;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

#ifdef WITH_AUDIT
#define IF_FREE(q) if (queue_try(q))
#endif

static bool queue_try(struct queue *q);

/* says whether it has the lock */
static bool
queue_try(struct queue *q)
{
	return pthread_mutex_trylock(&q->lock) == 0;
}

static void queue_lock(struct queue *q)
{
	if (pthread_mutex_trylock(&q->lock) != 0) {
		__atomic_add_fetch(&q->busy, 1, __ATOMIC_RELAXED);
		pthread_mutex_lock(&q->lock);
	}
}

static void queue_unlock(struct queue *q)
{
	pthread_mutex_unlock(&q->lock);
}

static bool put(struct queue *q, long n)
{
	if (!queue_try(q))
		return false;
	q->items += n;
	queue_unlock(q);
	return true;
}

static long take(struct queue *q)
{
	long n;

	queue_lock(q);
	n = q->items > 0 ? q->items-- : 0;
	queue_unlock(q);
	return n;
}

#ifdef WITH_AUDIT
static long audit(struct queue *q)
{
	long n = -1;

	IF_FREE(q) {
#ifdef WITH_AUDIT_OF_ALL
		n = 0;
#endif
		n += q->items;
		queue_unlock(q);
	}
	queue_lock(q);
	n += q->busy;
	queue_unlock(q);
	return n;
}
#endif

int main(void)
{
	printf("%d\n", put(&queue, 3));
	for (int i = 0; i < 4; i++)
		printf("%ld\n", take(&queue));
#ifdef WITH_AUDIT
	printf("%ld\n", audit(&queue));
#endif
	return 0;
}
