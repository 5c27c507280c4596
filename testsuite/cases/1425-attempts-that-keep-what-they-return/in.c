#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNLIKELY(x) __builtin_expect(!!(x), 0)

struct worker {
	pthread_mutex_t mutex;
	int tasks;
};

static struct worker workers[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };

/* As in starpu. */
#define MUTEX_TRYLOCK(mutex) checked_trylock(mutex, __FILE__, __LINE__)

static inline int checked_trylock(pthread_mutex_t *mutex, const char *file, int line)
{
	int p_ret = pthread_mutex_trylock(mutex);

	if (UNLIKELY(p_ret != 0 && p_ret != EBUSY)) {
		fprintf(stderr, "%s:%d: pthread_mutex_trylock: %s\n", file, line, strerror(p_ret));
		abort();
	}
	return p_ret;
}

static int worker_try(struct worker *worker)
{
	int err;

	err = pthread_mutex_trylock(&worker->mutex);
	return err;
}

/* What these give is another number than the call's. */
static bool worker_busy(struct worker *worker)
{
	return pthread_mutex_trylock(&worker->mutex);
}

static int worker_taken(struct worker *worker)
{
	int err = pthread_mutex_trylock(&worker->mutex);

	return (bool)err;
}

/* This one is changed. */
static int worker_changed(struct worker *worker)
{
	int err = pthread_mutex_trylock(&worker->mutex);

	err = err ? 3 : 2;
	return err;
}

static int push(struct worker *worker, int n)
{
	int ret = MUTEX_TRYLOCK(&worker->mutex);

	if (ret)
		return ret;
	worker->tasks += n;
	pthread_mutex_unlock(&worker->mutex);
	return 0;
}

static int pop(struct worker *worker)
{
	int n = 0;

	if (worker_try(worker) == 0) {
		n = worker->tasks--;
		pthread_mutex_unlock(&worker->mutex);
	}
	return n;
}

static int busy(struct worker *worker)
{
	int ret = worker_busy(worker);

	if (ret)
		return ret;
	worker->tasks++;
	pthread_mutex_unlock(&worker->mutex);
	return 0;
}

static int taken(struct worker *worker)
{
	int ret = worker_taken(worker);

	if (ret)
		return ret;
	worker->tasks++;
	pthread_mutex_unlock(&worker->mutex);
	return 0;
}

static int asked(struct worker *worker)
{
	if (worker_busy(worker))
		return -1;
	worker->tasks++;
	pthread_mutex_unlock(&worker->mutex);
	return 0;
}

static int changed(struct worker *worker)
{
	if (worker_changed(worker) == 3)
		return -1;
	worker->tasks++;
	pthread_mutex_unlock(&worker->mutex);
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
			pthread_mutex_lock(&workers[i].mutex);
		pthread_create(&thread, NULL, run, &workers[i]);
		pthread_join(thread, NULL);
		if (i == 1)
			pthread_mutex_unlock(&workers[i].mutex);
		printf("%d\n", workers[i].tasks);
	}
	return 0;
}
