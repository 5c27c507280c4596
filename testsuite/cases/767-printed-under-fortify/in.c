/* What is printed is not handed out, also where the C library's macros give the functions that print other names. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	void *base;
	int used;
};

struct queue {
	pthread_mutex_t lock;
	long sum;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void lock_queue(struct queue *q)
{
	int rc = pthread_mutex_lock(&q->lock);

	if (rc) {
		fprintf(stderr, "lock: %s\n", strerror(rc));
		exit(1);
	}
}

static void unlock_queue(struct queue *q)
{
	int rc = pthread_mutex_unlock(&q->lock);

	if (rc)
		printf("unlock: %d\n", rc);
}

static void add(void *given)
{
	struct queue *q = given;

	lock_queue(q);
	q->sum += 3;
	unlock_queue(q);
}

static void show(struct buffer *b)
{
	printf("%.*s\n", b->used, (char *)b->base);
}

int main(void)
{
	struct buffer text = { "some text", 4 };
	struct buffer given = { &queue, 0 };
	char where[40];

	add(given.base);
	snprintf(where, sizeof(where), "%p", (void *)&queue.lock);
	show(&text);
	printf("%ld %d\n", queue.sum, where[0] != 0);
	return 0;
}
