#include <pthread.h>
#include <stdio.h>

#define LEVEL 2
#define WAITING 6

/* who waits long for a lock says so, in programs that are built for that */
#define LOCK(mutex) {                                         \
	if (LEVEL >= WAITING) {                               \
		int const before = now();                     \
		pthread_mutex_lock(mutex);                    \
		if (now() - before > 1)                       \
			printf("waited for %s\n", #mutex);    \
	} else {                                              \
		pthread_mutex_lock(mutex);                    \
	}                                                     \
}
#define UNLOCK(mutex)                                         \
	do {                                                  \
		if (LEVEL)                                    \
			pthread_mutex_unlock(mutex);          \
	} while (0)

struct queue {
	pthread_mutex_t lock;
	int head, tail;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

int now(void)
{
	return 0;
}

static int pop(struct queue *queue)
{
	int found = -1;

	LOCK(&queue->lock);
	if (queue->head < queue->tail)
		found = queue->head++;
	pthread_mutex_unlock(&queue->lock);
	return found;
}

static void push(struct queue *queue)
{
	LOCK(&queue->lock);
	queue->tail++;
	UNLOCK(&queue->lock);
}

int main(void)
{
	push(&queue);
	printf("%d", pop(&queue));
	printf(" %d\n", pop(&queue));
	return 0;
}
