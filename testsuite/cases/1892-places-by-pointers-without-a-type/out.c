/* A function gets the place for a mutex's address by a pointer without a type, and makes another pointer of that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t *found;
static void *other;
static long sum;

static void find(void *place)
{
	uintptr_t *at = place;

	*at = (uintptr_t)&lock;
}

static void put(void *place, uintptr_t what)
{
	rcl_mutex_t **at = place;

	at[0] = (rcl_mutex_t *)what;
}

static void begin(void)
{
	find(&found);
	put(&other, (uintptr_t)&lock);
}

/* lock, in.c:35-37 */
static int add_lock_1_cs(void *ctx)
{
	sum++;
	return 0;
}

/* found, in.c:38-40 */
static int add_lock_2_cs(void *ctx)
{
	sum += 2;
	return 0;
}

/* mine, in.c:41-43 */
static int add_lock_3_cs(void *ctx)
{
	sum += 3;
	return 0;
}

static void add(void)
{
	rcl_mutex_t *mine = other;

	rcl_exec_anon(&lock, add_lock_1_cs, NULL, 0);
	rcl_exec_anon(found, add_lock_2_cs, NULL, 0);
	rcl_exec_anon(mine, add_lock_3_cs, NULL, 0);
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
