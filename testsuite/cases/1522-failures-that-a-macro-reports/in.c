/* Acquisitions whose failure is reported by a macro that returns, or jumps, in braces or a loop that runs once. */
#include <pthread.h>
#include <stdio.h>

#define FAIL(code, ...) do { fprintf(stderr, __VA_ARGS__); return code; } while (0)
#define XFAIL(code, ...) do { status = code; fprintf(stderr, __VA_ARGS__); goto failed; } while (0)
#define MAYBE(code) do { if (code) break; return code; } while (0)

struct queue {
	pthread_mutex_t mutex;
	int count, size, calls;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0, 10, 0 };

static int put(struct queue *q, int n)
{
	if (q == NULL)
		FAIL(3, "no queue\n");
	if (pthread_mutex_lock(&q->mutex) != 0)
		FAIL(1, "lock of %d\n", n);
	q->count += n;
	if (pthread_mutex_unlock(&q->mutex) != 0)
		FAIL(1, "unlock");
	return 0;
}

static int take(struct queue *q, int *n)
{
	int status;

	if (q == NULL) XFAIL(3, "no queue\n");
	if (pthread_mutex_lock(&q->mutex) != 0) XFAIL(1, "lock");
	*n = q->count;
	q->count = 0;
	if (pthread_mutex_unlock(&q->mutex) != 0) XFAIL(1, "unlock");
	return 0;

failed:
	*n = -1;
	return status;
}

static int count(struct queue *q)
{
	int error;

	if ((error = pthread_mutex_trylock(&q->mutex)) != 0) {
		if (error != 16)
			FAIL(-error, "try");
		FAIL(0, "busy\n");
	}
	q->calls++;
	int count = q->count;
	pthread_mutex_unlock(&q->mutex);
	return count;
}

static int in_loop(struct queue *q, int n)
{
	for (int i = 0; i < n; i++) {
		if (pthread_mutex_lock(&q->mutex)) {
			do {
				q = NULL;
				return 1;
			} while (0);
		}
		q->count += i;
		pthread_mutex_unlock(&q->mutex);
	}
	return 0;
}

/* this does not always return */
static int perhaps(struct queue *q, int n)
{
	if (pthread_mutex_trylock(&q->mutex) != 0)
		MAYBE(n);
	q->count += n;
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

int main(void)
{
	int n = 0, m = 0, failed;

	printf("%d", put(NULL, 1));
	printf(" %d", put(&queue, 4));
	printf(" %d", count(&queue));
	failed = take(NULL, &m);
	printf(" %d %d", failed, m);
	printf(" %d", in_loop(&queue, 3));
	printf(" %d", perhaps(&queue, 1));
	failed = take(&queue, &n);
	printf(" %d %d", failed, n);
	pthread_mutex_lock(&queue.mutex);
	printf(" %d\n", queue.calls);
	pthread_mutex_unlock(&queue.mutex);
	return 0;
}
