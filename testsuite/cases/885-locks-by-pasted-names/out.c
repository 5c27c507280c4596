/* Lock macros that paste the mutex's name together; what is pasted may be a macro, and is another name then where it is handed on. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(name) rcl_lock(&name##_lock)
#define UNLOCK(name) rcl_unlock(&name##_lock)
#define LOCK_IN(object, what) \
	do { rcl_lock(&(object)->what ## _lock); } while (0)
#define UNLOCK_IN(object, what) \
	do { rcl_unlock(&(object)->what ## _lock); } while (0)
#define LOCK_STATS() LOCK(stats)
#define UNLOCK_STATS() UNLOCK(stats)
#define ENTER(name) LOCK(name)
#define LEAVE(name) UNLOCK(name)
#define current spare

struct pipe {
	rcl_mutex_t in_lock, out_lock;
	int in, out;
};

static rcl_mutex_t queue_lock = RCL_MUTEX_INITIALIZER(queue_lock);
static rcl_mutex_t stats_lock = RCL_MUTEX_INITIALIZER(stats_lock);
static rcl_mutex_t current_lock = RCL_MUTEX_INITIALIZER(current_lock);
static rcl_mutex_t spare_lock = RCL_MUTEX_INITIALIZER(spare_lock);
static struct pipe pipe_ = { RCL_MUTEX_INITIALIZER(pipe_in_lock), RCL_MUTEX_INITIALIZER(pipe_out_lock), 0, 0 };
static int queue_count, stats_count, current_count, spare_count;

struct step_queue_cs {  /* queue_lock, in.c:33-35 */
	int number;     /* in */
};

static int step_queue_cs(void *ctx)
{
	struct step_queue_cs *cs = ctx;
	int number = cs->number;

	queue_count += number;
	return 0;
}

/* stats_lock, in.c:36-38 */
static int step_stats_cs(void *ctx)
{
	stats_count++;
	return 0;
}

struct step_in_cs {         /* pipe->in_lock, in.c:39-41 */
	struct pipe *pipe;  /* in */
	int number;         /* in */
};

static int step_in_cs(void *ctx)
{
	struct step_in_cs *cs = ctx;
	struct pipe *pipe = cs->pipe;
	int number = cs->number;

	pipe->in += number;
	return 0;
}

struct step_out_cs {        /* pipe->out_lock, in.c:42-48 */
	struct pipe *pipe;  /* in */
	int sum;            /* out */
};

static int step_out_cs(void *ctx)
{
	struct step_out_cs *cs = ctx;
	struct pipe *pipe = cs->pipe;
	int sum;

	if (pipe->out > 3) {
		return 1;
	}
	sum = ++pipe->out;
	cs->sum = sum;
	return 0;
}

static int step(struct pipe *pipe, int number)
{
	int sum;

	struct step_queue_cs cs = { .number = number };
	rcl_exec_anon(&queue_lock, step_queue_cs, &cs, sizeof(cs));
	rcl_exec_anon(&stats_lock, step_stats_cs, NULL, 0);
	struct step_in_cs in_cs = { .pipe = pipe, .number = number };
	rcl_exec_anon(&pipe->in_lock, step_in_cs, &in_cs, sizeof(in_cs));
	struct step_out_cs out_cs = { .pipe = pipe };
	if (rcl_exec_anon(&pipe->out_lock, step_out_cs, &out_cs, sizeof(out_cs)) == 1) {
		return -1;
	}
	sum = out_cs.sum;
	return sum;
}

/* queue_lock, in.c:54-56 */
static int handed_on_cs(void *ctx)
{
	queue_count++;
	return 0;
}

static void handed_on(void)
{
	rcl_exec_anon(&queue_lock, handed_on_cs, NULL, 0);
	LOCK(current);
	current_count++;
	UNLOCK(current);
	ENTER(current);
	spare_count++;
	LEAVE(current);
}

static void *run(void *arg)
{
	int i, sum = 0;

	for (i = 0; i < 100; i++) {
		sum += step(&pipe_, i) > 0;
		handed_on();
	}
	return sum > 100 ? arg : NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d %d %d\n", queue_count, stats_count, current_count, spare_count, pipe_.in, pipe_.out);
	return rcl_trylock(&spare_lock) || rcl_trylock(&current_lock);
}
