/* A condition for which nobody waits is signalled by the macro that signals others. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define cond_broadcast(cond)						\
	do {								\
		int err = pthread_cond_broadcast(cond);			\
		if (err) {						\
			errno = err;					\
			perror("pthread_cond_broadcast()");		\
			abort();					\
		}							\
	} while (0)

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int items;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static pthread_mutex_t config_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t configured = PTHREAD_COND_INITIALIZER;
static int configurations;

static void configure(void)
{
	pthread_mutex_lock(&config_lock);
	configurations++;
	pthread_mutex_unlock(&config_lock);
	cond_broadcast(&configured);
}

static void put(void)
{
	pthread_mutex_lock(&queue.lock);
	queue.items++;
	pthread_mutex_unlock(&queue.lock);
	cond_broadcast(&queue.filled);
}

static int get(void)
{
	int left;

	pthread_mutex_lock(&queue.lock);
	while (queue.items == 0)
		pthread_cond_wait(&queue.filled, &queue.lock);
	left = --queue.items;
	pthread_mutex_unlock(&queue.lock);
	return left;
}

int main(void)
{
	configure();
	put();
	put();
	printf("%d %d %d\n", get(), get(), configurations);
	return 0;
}
