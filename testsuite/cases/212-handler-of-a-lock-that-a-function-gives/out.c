#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int total, others;

static rcl_mutex_t *lock_of(int n)
{
	return n < 100 ? &lock : NULL;
}

struct add_lock_cs {  /* lock_of(n), in.c:16-19 */
	int n;        /* in */
};

static int add_lock_cs(void *ctx)
{
	struct add_lock_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

/* other, in.c:20-22 */
static int add_other_cs(void *ctx)
{
	others++;
	return 0;
}

/* The handler has nothing to do with the other lock. */
static void add(int n)
{
	pthread_cleanup_push((void (*)(void *))rcl_unlock, lock_of(n));
	struct add_lock_cs cs = { .n = n };
	rcl_exec_anon(lock_of(n), add_lock_cs, &cs, sizeof(cs));
	pthread_cleanup_pop(0);
	rcl_exec_anon(&other, add_other_cs, NULL, 0);
}

int main(void)
{
	for (int n = 1; n < 8; n++)
		add(n);
	printf("%d %d\n", total, others);
	return 0;
}
