/* Lock guards whose functions take the lock by one that does more. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t m;
	int n, held;
	const char *where;
};

static long locks, waits, unlocks;

static void queue_lock(struct queue *q, const char *where)
{
	waits++;
	pthread_mutex_lock(&q->m);
	q->held = 1;
	q->where = where;
	locks++;
}

static void queue_unlock(struct queue *q)
{
	q->held = 0;
	unlocks++;
	pthread_mutex_unlock(&q->m);
}

static struct queue *take(struct queue *q, const char *where)
{
	queue_lock(q, where);
	return q;
}

static void drop(struct queue **q)
{
	if (*q)
		queue_unlock(*q);
}

static struct queue *noted(struct queue *q)
{
	pthread_mutex_lock(&q->m);
	q->held++;
	return q;
}

static void plain_drop(struct queue **q)
{
	pthread_mutex_unlock(&(*q)->m);
}

#define QUEUE_GUARD(name, q) __attribute__((cleanup(drop), unused)) struct queue *name = take(q, __func__)
#define WITH_QUEUE(q) \
	for (struct queue *it_ __attribute__((cleanup(drop))) = take(q, "with"), *once_ = NULL; once_ == NULL; once_ = (void *)1)

static int add(struct queue *q, int k)
{
	QUEUE_GUARD(guard, q);
	if (k < 0)
		return -1;
	q->n += k + q->held;
	return q->n;
}

static void some(struct queue *q, int k)
{
	for (int i = 0; i < k; i++) {
		QUEUE_GUARD(guard, q);
		if (i == 2)
			continue;
		if (q->n > 100)
			break;
		q->n += i + (q->where[0] == 's');
	}
}

static int only_noted(struct queue *q)
{
	__attribute__((cleanup(plain_drop), unused)) struct queue *guard = noted(q);

	q->n += q->held;
	return q->n;
}

static int with(struct queue *q)
{
	int r = 0;

	WITH_QUEUE(q) {
		r = q->n++ + q->held;
	}
	return r;
}

int main(void)
{
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3, 0, "" };

	printf("%d %d\n", add(&q, 4), add(&q, -1));
	some(&q, 4);
	printf("%d %d %d\n", only_noted(&q), only_noted(&q), with(&q));
	printf("%d %d %s %ld %ld %ld\n", q.n, q.held, q.where, locks, waits, unlocks);
	return 0;
}
