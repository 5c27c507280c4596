/* Lock functions whose calls go with the sections, but for one in an #if: a build without that has no use for them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	long items, busy;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 0, 0 };

#ifdef WITH_AUDIT
#define IF_FREE(q) if (queue_try(q))
#endif

static bool queue_try(struct queue *q);
static rcl_mutex_t *queue_try_mutex(struct queue *q);

static rcl_mutex_t *queue_try_mutex(struct queue *q)
{
	return &q->lock;
}

/* says whether it has the lock */
static inline bool
queue_try(struct queue *q)
{
	return rcl_trylock(&q->lock) == 0;
}

static rcl_mutex_t *queue_mutex(struct queue *q)
{
	return &q->lock;
}

static void queue_lock_busy(struct queue *q)
{
	__atomic_add_fetch(&q->busy, 1, __ATOMIC_RELAXED);
}

static inline void queue_lock(struct queue *q)
{
	if (rcl_trylock(&q->lock) != 0) {
		queue_lock_busy(q);
		rcl_lock(&q->lock);
	}
}

static inline void queue_unlock(struct queue *q)
{
	rcl_unlock(&q->lock);
}

struct put_cs {           /* q->lock, in.c:41-44 */
	struct queue *q;  /* in */
	long n;           /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	long n = cs->n;

	q->items += n;
	return 0;
}

static bool put(struct queue *q, long n)
{
	struct put_cs cs = { .q = q, .n = n };
	if (rcl_tryexec(queue_try_mutex(q), put_cs, &cs, sizeof(cs)) < 0)
		return false;
	return true;
}

struct take_cs {          /* q->lock, in.c:52-54 */
	struct queue *q;  /* in */
	long n;           /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;
	long n;

	n = q->items > 0 ? q->items-- : 0;
	cs->n = n;
	return 0;
}

static long take(struct queue *q)
{
	long n;

	struct take_cs cs = { .q = q };
	if (rcl_tryexec(queue_mutex(q), take_cs, &cs, sizeof(cs)) < 0) {
		queue_lock_busy(q);
		rcl_exec_anon(queue_mutex(q), take_cs, &cs, sizeof(cs));
	}
	n = cs.n;
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
