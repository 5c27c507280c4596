/* A list declares the mutexes by a macro that it is handed, and another one locks them all; a variable of a macro's name is no call. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCKS(X) X(queue) X(stats) X(log)
#define DEFINE(name) \
	static rcl_mutex_t name##_lock = RCL_MUTEX_INITIALIZER(log_lock); \
	static int name##_count;
#define TAKE(name) rcl_lock(&name##_lock);
#define GIVE(name) rcl_unlock(&name##_lock);
#define TWICE(number) ((number) * 2)

LOCKS(DEFINE)

struct run_queue_cs {  /* queue_lock, in.c:20-22 */
	int TAKE;      /* in */
};

static int run_queue_cs(void *ctx)
{
	struct run_queue_cs *cs = ctx;
	int TAKE = cs->TAKE;

	queue_count += TWICE(TAKE);
	return 0;
}

/* stats_lock, in.c:23-25 */
static int run_stats_cs(void *ctx)
{
	stats_count += 2;
	return 0;
}

static void *run(void *arg)
{
	int i, TAKE = 1;

	for (i = 0; i < 1000; i++) {
		struct run_queue_cs cs = { .TAKE = TAKE };
		rcl_exec_anon(&queue_lock, run_queue_cs, &cs, sizeof(cs));
		rcl_exec_anon(&stats_lock, run_stats_cs, NULL, 0);
	}
	return arg;
}

static int all(void)
{
	int sum;

	LOCKS(TAKE)
	sum = queue_count + stats_count + log_count;
	LOCKS(GIVE)
	return sum;
}

/* log_lock, in.c:49-51 */
static int main_cs(void *ctx)
{
	log_count++;
	return 0;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	rcl_exec_anon(&log_lock, main_cs, NULL, 0);
	printf("%d\n", all());
	return 0;
}
