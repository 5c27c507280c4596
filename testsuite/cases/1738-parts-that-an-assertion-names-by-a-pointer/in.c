#include <pthread.h>
#include <stdio.h>

#ifdef CHECKS
#include <assert.h>
#define CHECK(x) assert(x)
#else
#define CHECK(x)
#endif

struct queue {
	pthread_mutex_t lock;
	int ids[4], used;
};

static struct queue jobs = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* What a pointer leads to is no part of it: an assertion that takes the address of that, or counts it, changes no pointer. */
static int put(struct queue **from, int id)
{
	struct queue *q = *from;
	int at;

	pthread_mutex_lock(&q->lock);
	at = q->used & 3;
	q->ids[at] = id;
	CHECK(*(&q->ids[at]) == id && ++q->used > 0);
	q->used++;
	pthread_mutex_unlock(&q->lock);
	return q->ids[at];
}

int main(void)
{
	struct queue *q = &jobs;
	int sum = 0;

	for (int n = 0; n < 9; n++)
		sum += put(&q, n);
	printf("%d\n", sum);
	return 0;
}
