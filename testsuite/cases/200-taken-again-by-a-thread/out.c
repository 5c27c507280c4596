#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define JOBS 8

static rcl_mutex_t queue_lock = RCL_MUTEX_INITIALIZER(queue_lock);
static rcl_cond_t queue_cond = RCL_COND_INITIALIZER;
static rcl_mutex_t total_lock = RCL_MUTEX_INITIALIZER(total_lock);
static int queued, taken, stopping, total;
static int table[JOBS];

struct take_cs {   /* queue_lock, in.c:19-27 */
	int mine;  /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int mine = cs->mine;

	if (queued == 0 && !stopping)
		return rcl_wait(&queue_cond, &queue_lock);
	while (queued > 0) {
		queued--;
		mine++;
	}
	taken += mine;
	cs->mine = mine;
	return 0;
}

/* The thread comes back to its lock by goto: the loop inside is not its life. */
static void *take(void *arg)
{
	int mine, *sum = arg;

again:
	mine = 0;
	struct take_cs cs = { .mine = mine };
	rcl_exec_waiting(&queue_lock, take_cs, &cs, sizeof(cs));
	mine = cs.mine;

	*sum += mine;
	if (mine > 0)
		goto again;
	return NULL;
}

struct sum_up_cs {  /* total_lock, in.c:40-43 */
	int *step;  /* in */
};

static int sum_up_cs(void *ctx)
{
	struct sum_up_cs *cs = ctx;
	int i;
	int *step = cs->step;

	for (i = 0; i < JOBS; i += *step)
		total += table[i];
	return 0;
}

/* A loop that counts comes to its end. */
static void *sum_up(void *arg)
{
	int *step = arg;

	struct sum_up_cs cs = { .step = step };
	rcl_exec_anon(&total_lock, sum_up_cs, &cs, sizeof(cs));
	return NULL;
}

/* queue_lock, in.c:57-60 */
static int main_queue_1_cs(void *ctx)
{
	queued++;
	rcl_cond_signal(&queue_cond);
	return 0;
}

/* queue_lock, in.c:62-65 */
static int main_queue_2_cs(void *ctx)
{
	stopping = 1;
	rcl_cond_signal(&queue_cond);
	return 0;
}

int main(void)
{
	pthread_t threads[2];
	int i, sum = 0, step = 1;

	for (i = 0; i < JOBS; i++)
		table[i] = i;
	pthread_create(&threads[0], NULL, take, &sum);
	pthread_create(&threads[1], NULL, sum_up, &step);
	for (i = 0; i < JOBS; i++) {
		rcl_exec_anon(&queue_lock, main_queue_1_cs, NULL, 0);
	}
	rcl_exec_anon(&queue_lock, main_queue_2_cs, NULL, 0);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%d %d %d\n", sum, taken, total);
	return 0;
}
