#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	int length, largest;
};

/* Its parameters are called like what a section's function has, and its users have a cs and a ctx. */
#define PUSH(ctx, cs)                               \
	{                                           \
		pthread_mutex_lock(&ctx->lock);     \
		ctx->length += cs;                  \
		pthread_mutex_unlock(&ctx->lock);   \
	}

#define CLEAR() do { pthread_mutex_lock(&queue.lock); queue.length = 0; pthread_mutex_unlock(&queue.lock); } while (0)

#define LIMIT(limit)                                        \
	do {                                                \
		pthread_mutex_lock(&queue.lock);            \
		if (queue.largest < queue.length * (limit)) \
			queue.largest = queue.length * (limit); \
		pthread_mutex_unlock(&queue.lock);          \
	} while (0)

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int others;
static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void fill(struct queue *cs, int ctx)
{
	PUSH(cs, ctx);
	PUSH(cs, ctx);
	pthread_mutex_lock(&cs->lock);
	cs->length += ctx;
	pthread_mutex_unlock(&cs->lock);
}

/* One inside of another lock's section. */
static void outer(struct queue *q, int n)
{
	pthread_mutex_lock(&other);
	others += n;
	PUSH(q, n);
	pthread_mutex_unlock(&other);
}

static void limit(int cs)
{
	LIMIT(cs);
	LIMIT(cs);
}

int main(void)
{
	fill(&queue, 3);
	limit(2);
	outer(&queue, 4);
	printf("%d %d\n", queue.length, queue.largest);
	CLEAR();
	printf("%d %d %d\n", queue.length, queue.largest, others);
	return 0;
}
