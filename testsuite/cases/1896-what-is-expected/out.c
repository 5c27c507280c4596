/* What __builtin_expect() gives is what it gets. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>

#define likely(what) __builtin_expect((what), 1)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static uintptr_t given;
static long sum;

static void begin(void)
{
	given = (uintptr_t)&lock;
}

/* lock, in.c:21-23 */
static int add_lock_1_cs(void *ctx)
{
	sum++;
	return 0;
}

/* mine, in.c:24-26 */
static int add_lock_2_cs(void *ctx)
{
	sum += 2;
	return 0;
}

static void add(void)
{
	rcl_mutex_t *mine = (rcl_mutex_t *)likely((long)given);

	rcl_exec_anon(&lock, add_lock_1_cs, NULL, 0);
	rcl_exec_anon(mine, add_lock_2_cs, NULL, 0);
}

static void *run(void *unused)
{
	for (int i = 0; i < 1000; i++)
		add();
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	begin();
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
