/* Threads that get the mutex itself. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <threads.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static rcl_mutex_t third;
static long sum, rest, tail;

struct work_cs {  /* m, in.c:16-18 */
	int i;    /* in */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	int i = cs->i;

	sum += i;
	return 0;
}

static void *work(void *arg)
{
	rcl_mutex_t *m = arg;

	for (int i = 0; i < 100; i++) {
		struct work_cs cs = { .i = i };
		rcl_exec_anon(m, work_cs, &cs, sizeof(cs));
	}
	return NULL;
}

/* m, in.c:25-27 */
static int direct_cs(void *ctx)
{
	rest++;
	return 0;
}

static void *direct(void *m)
{
	rcl_exec_anon(m, direct_cs, NULL, 0);
	return NULL;
}

/* m, in.c:33-35 */
static int plain_cs(void *ctx)
{
	tail++;
	return 0;
}

static int plain(void *m)
{
	rcl_exec_anon(m, plain_cs, NULL, 0);
	return 0;
}

/* lock, in.c:49-51 */
static int main_cs(void *ctx)
{
	sum++;
	return 0;
}

int main(void)
{
	pthread_t threads[3];
	thrd_t last;

	rcl_mtx_init(&third, mtx_plain, third);
	pthread_create(&threads[0], NULL, work, &lock);
	pthread_create(&threads[1], NULL, &work, (void *)&lock);
	pthread_create(&threads[2], NULL, direct, &other);
	thrd_create(&last, plain, &third);
	rcl_exec_anon(&lock, main_cs, NULL, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	thrd_join(last, NULL);
	printf("%ld %ld %ld\n", sum, rest, tail);
	return 0;
}
