/* A condition for which nobody waits is signalled by the macro that signals others. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define cond_broadcast(cond)						\
	do {								\
		int err = rcl_cond_broadcast(cond);			\
		if (err) {						\
			errno = err;					\
			perror("pthread_cond_broadcast()");		\
			abort();					\
		}							\
	} while (0)

struct queue {
	rcl_mutex_t lock;
	rcl_cond_t filled;
	int items;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), RCL_COND_INITIALIZER, 0 };
static rcl_mutex_t config_lock = RCL_MUTEX_INITIALIZER(config_lock);
static rcl_cond_t configured = RCL_COND_INITIALIZER;
static int configurations;

/* config_lock, in.c:30-32 */
static int configure_cs(void *ctx)
{
	configurations++;
	return 0;
}

static void configure(void)
{
	rcl_exec_anon(&config_lock, configure_cs, NULL, 0);
	cond_broadcast(&configured);
}

/* queue.lock, in.c:38-40 */
static int put_cs(void *ctx)
{
	queue.items++;
	return 0;
}

static void put(void)
{
	rcl_exec_anon(&queue.lock, put_cs, NULL, 0);
	cond_broadcast(&queue.filled);
}

struct get_cs {    /* queue.lock, in.c:48-52 */
	int left;  /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int left;

	if (queue.items == 0)
		return rcl_wait(&queue.filled, &queue.lock);
	left = --queue.items;
	cs->left = left;
	return 0;
}

static int get(void)
{
	int left;

	struct get_cs cs;
	rcl_exec_waiting(&queue.lock, get_cs, &cs, sizeof(cs));
	left = cs.left;
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
