#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int hits, misses;

/* lock, in.c:9-12 */
static int hit_cs(void *ctx)
{
	(void)ctx;

	hits++;
	misses--;
	return 0;
}

static void hit(void)
{
	rcl_exec_anon(&lock, hit_cs, NULL, 0);
}

/* lock, in.c:17 */
static int miss_cs(void *ctx)
{
	(void)ctx;

	misses++;
	return 0;
}

static void miss(void)
{
	rcl_exec_anon(&lock, miss_cs, NULL, 0);
}

int main(void)
{
	miss();
	hit();
	printf("%d %d\n", hits, misses);
	return 0;
}
