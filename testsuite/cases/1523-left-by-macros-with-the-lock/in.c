/* Sections that a macro leaves, in one statement that ends with a jump, while they have the lock. */
#include <pthread.h>
#include <stdio.h>

#define FAIL(code, ...) do { printf(__VA_ARGS__); return code; } while (0)
#define XFAIL(code, ...) do { status = code; printf(__VA_ARGS__); goto failed; } while (0)
#define FAIL_IF(e) do { if (e) return 4; } while (0)
#define FULL return 5
#define SAY_FULL printf("full "); return 6
#define NEXT continue
#define AGAIN_OR_FAIL(n) do { if ((n)++ < 3) goto again; return 7; } while (0)

struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	int count, size, calls;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 10, 0 };

static void release(struct queue *q)
{
	pthread_mutex_unlock(&q->mutex);
}

static int put(struct queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	int had = q->count;
	if (had + n > q->size)
		FAIL(1, "%d of %d ", had, n);
	q->count += n;
	if (q->count == n) {
		if (pthread_cond_signal(&q->cond) != 0) FAIL(2, "signal");
		q->calls++;
	}
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

static int take(struct queue *q, int *n)
{
	int status;

	pthread_mutex_lock(&q->mutex);
	while (q->count == 0) {
		if (pthread_cond_wait(&q->cond, &q->mutex) != 0)
			XFAIL(1, "wait");
	}
	if (q->count > *n)
		XFAIL(2, "only %d ", *n);
	*n = q->count;
	q->count = 0;
	pthread_mutex_unlock(&q->mutex);
	return 0;

failed:
	*n = 0;
	return status;
}

static int by_a_name(struct queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	for (int i = 0; i < n; i++) {
		q->count++;
		if (q->count > q->size)
			FULL;
	}
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

/* these leave only perhaps */
static int perhaps(struct queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	q->count += n;
	FAIL_IF(q->count > q->size);
	q->calls++;
	FAIL_IF(q->calls == 20);
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

/* the second of these two statements does not stand in the branch */
static int always(struct queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	q->count += n;
	q->calls++;
	{
		q->calls++;
		if (q->count < n)
			SAY_FULL;
	}
	q->calls++;
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

static int repeated(struct queue *q, int n)
{
	for (int i = 0; i < n; i++) {
		if (q == NULL)
			NEXT;
		pthread_mutex_lock(&q->mutex);
		q->count += i;
		if (q->count > 1000)
			NEXT;
		pthread_mutex_unlock(&q->mutex);
	}
	return 0;
}

/* one of its jumps stays in the section */
static int again(struct queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	q->calls = n;
again:
	q->count++;
	if (q->count < 100)
		AGAIN_OR_FAIL(n);
	pthread_mutex_unlock(&q->mutex);
	return n;
}

int main(void)
{
	int n = 4, m = 1;

	printf("%d ", put(&queue, 3));
	printf("%d ", put(&queue, 8));
	release(&queue);
	printf("%d ", take(&queue, &m));
	release(&queue);
	printf("%d ", take(&queue, &n));
	printf("%d ", n);
	printf("%d ", by_a_name(&queue, 4));
	printf("%d ", by_a_name(&queue, 10));
	release(&queue);
	printf("%d ", perhaps(&queue, 0));
	release(&queue);
	printf("%d ", always(&queue, 1));
	release(&queue);
	printf("%d ", again(&queue, 1));
	release(&queue);
	printf("%d %d %d %d\n", repeated(&queue, 4), m, queue.count, queue.calls);
	return 0;
}
