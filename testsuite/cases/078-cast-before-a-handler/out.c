#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static void release(void *mutex)
{
	(void)rcl_unlock(mutex);
}

struct add_cs {  /* lock, in.c:15-18 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

/* A cast to void before the acquisition goes with it. */
static void add(int n)
{
	pthread_cleanup_push(release, &lock);
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	pthread_cleanup_pop(0);
}

struct take_cs {  /* lock, in.c:24-28 */
	int n;    /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	return 0;
}

/* So do braces around it. */
static void take(int n)
{
	pthread_cleanup_push(release, &lock);
	struct take_cs cs = { .n = n };
	rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs));
	pthread_cleanup_pop(0);
}

int main(void)
{
	add(5);
	take(2);
	printf("%d\n", total);
	return 0;
}
