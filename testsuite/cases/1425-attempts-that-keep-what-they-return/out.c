#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNLIKELY(x) __builtin_expect(!!(x), 0)

struct worker {
	rcl_mutex_t mutex;
	int tasks;
};

static struct worker workers[2] = { { RCL_MUTEX_INITIALIZER(worker_mutex_in), 0 }, { RCL_MUTEX_INITIALIZER(worker_mutex_in_15), 0 } };

/* As in starpu. */
#define MUTEX_TRYLOCK(mutex) checked_trylock(mutex, __FILE__, __LINE__)

static inline int checked_trylock(rcl_mutex_t *mutex, const char *file, int line)
{
	int p_ret = rcl_trylock(mutex);

	if (UNLIKELY(p_ret != 0 && p_ret != EBUSY)) {
		fprintf(stderr, "%s:%d: pthread_mutex_trylock: %s\n", file, line, strerror(p_ret));
		abort();
	}
	return p_ret;
}

static rcl_mutex_t *worker_try_mutex(struct worker *worker)
{
	return &worker->mutex;
}

static rcl_mutex_t *worker_busy_mutex(struct worker *worker)
{
	return &worker->mutex;
}

/* What these give is another number than the call's. */
static bool worker_busy(struct worker *worker)
{
	return rcl_trylock(&worker->mutex);
}

static int worker_taken(struct worker *worker)
{
	int err = rcl_trylock(&worker->mutex);

	return (bool)err;
}

/* This one is changed. */
static int worker_changed(struct worker *worker)
{
	int err = rcl_trylock(&worker->mutex);

	err = err ? 3 : 2;
	return err;
}

struct push_cs {                /* worker->mutex, in.c:63-68 */
	struct worker *worker;  /* in */
	int n;                  /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct worker *worker = cs->worker;
	int n = cs->n;

	worker->tasks += n;
	return 0;
}

static int push(struct worker *worker, int n)
{
	struct push_cs cs = { .worker = worker, .n = n };
	int ret = -rcl_tryexec(&worker->mutex, push_cs, &cs, sizeof(cs));
	if (ret)
		return ret;
	return 0;
}

struct pop_cs {                 /* worker->mutex, in.c:76-78 */
	struct worker *worker;  /* in */
	int n;                  /* out */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	struct worker *worker = cs->worker;
	int n;

	n = worker->tasks--;
	cs->n = n;
	return 0;
}

static int pop(struct worker *worker)
{
	int n = 0;

	struct pop_cs cs = { .worker = worker };
	if (rcl_tryexec(worker_try_mutex(worker), pop_cs, &cs, sizeof(cs)) == 0)
		n = cs.n;
	return n;
}

static int busy(struct worker *worker)
{
	int ret = worker_busy(worker);

	if (ret)
		return ret;
	worker->tasks++;
	rcl_unlock(&worker->mutex);
	return 0;
}

static int taken(struct worker *worker)
{
	int ret = worker_taken(worker);

	if (ret)
		return ret;
	worker->tasks++;
	rcl_unlock(&worker->mutex);
	return 0;
}

struct asked_cs {               /* worker->mutex, in.c:107-110 */
	struct worker *worker;  /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	struct worker *worker = cs->worker;

	worker->tasks++;
	return 0;
}

static int asked(struct worker *worker)
{
	struct asked_cs cs = { .worker = worker };
	if (rcl_tryexec(worker_busy_mutex(worker), asked_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

static int changed(struct worker *worker)
{
	if (worker_changed(worker) == 3)
		return -1;
	worker->tasks++;
	rcl_unlock(&worker->mutex);
	return 0;
}

static void *run(void *arg)
{
	struct worker *worker = arg;
	int pushed = push(worker, 5), popped = pop(worker);

	printf("%s %d\n", strerror(pushed), popped);
	printf("%d %d %d %d\n", busy(worker), taken(worker), asked(worker), changed(worker));
	return NULL;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 2; i++) {
		if (i == 1)
			rcl_lock(&workers[i].mutex);
		pthread_create(&thread, NULL, run, &workers[i]);
		pthread_join(thread, NULL);
		if (i == 1)
			rcl_unlock(&workers[i].mutex);
		printf("%d\n", workers[i].tasks);
	}
	return 0;
}
