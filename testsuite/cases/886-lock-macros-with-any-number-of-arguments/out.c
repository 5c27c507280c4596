/* Lock macros whose parameters are "...", alone or behind the mutex. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#define LOCK(...) rcl_lock(__VA_ARGS__)
#define UNLOCK(...) rcl_unlock(__VA_ARGS__)
#define TLOCK(m, ...) do { \
	if (rcl_lock(m)) { fprintf(stderr, __VA_ARGS__); abort(); } \
} while (0)
#define TUNLOCK(m, text, args...) do { \
	if (rcl_unlock(m)) { fprintf(stderr, text, ##args); abort(); } \
} while (0)
static rcl_mutex_t queue_lock = RCL_MUTEX_INITIALIZER(queue_lock);
static rcl_mutex_t stats_lock = RCL_MUTEX_INITIALIZER(stats_lock);
static int queue_count, stats_count;

/* queue_lock, in.c:21-23 */
static int run_queue_cs(void *ctx)
{
	queue_count++;
	return 0;
}

/* stats_lock, in.c:24-26 */
static int run_stats_cs(void *ctx)
{
	stats_count += 2;
	return 0;
}

static void *run(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		rcl_exec_anon(&queue_lock, run_queue_cs, NULL, 0);
		rcl_exec_anon(&stats_lock, run_stats_cs, NULL, 0);
	}
	return arg;
}
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, run, 0);
	pthread_create(&t[1], 0, run, 0);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	printf("%d %d\n", queue_count, stats_count);
	return 0;
}
