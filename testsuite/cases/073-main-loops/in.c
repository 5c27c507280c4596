#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
	pthread_mutex_t lock;
	pthread_cond_t wakeup;
	int queue[8], queued, done, failed, stopping;
};

static struct worker worker = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.wakeup = PTHREAD_COND_INITIALIZER,
};

static int work(int n)
{
	return n % 3;
}

/* What the work gave is looked at with the lock held again. */
static void *main_loop(void *arg)
{
	struct worker *w = arg;
	int next;
	int r;

	pthread_mutex_lock(&w->lock);
	while (1) {
		if (w->queued > 0) {
			next = w->queue[--w->queued];
			pthread_mutex_unlock(&w->lock);
			r = work(next);
			pthread_mutex_lock(&w->lock);
			if (r != 0) {
				w->failed++;
				continue;
			}
			w->done++;
			continue;
		}
		if (w->stopping)
			break;
		pthread_cond_wait(&w->wakeup, &w->lock);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* The result is a variable of its own; in between it has served for something else. */
static int drain(struct worker *w)
{
	int r, failed = 0;

	pthread_mutex_lock(&w->lock);
	while (w->queued > 0) {
		int next = w->queue[--w->queued];
		int result;

		if ((r = work(next)) == 2)
			w->failed++;
		pthread_mutex_unlock(&w->lock);
		result = work(next + 1);
		r = work(next + 2);
		pthread_mutex_lock(&w->lock);
		if (result != 0)
			failed++;
		if (r != 0)
			w->done++;
	}
	pthread_mutex_unlock(&w->lock);
	return failed;
}

/* Never ends. */
static void *pace(void *arg)
{
	struct worker *w = arg;

	pthread_mutex_lock(&w->lock);
	while (1) {
		if (w->queued == 8)
			w->done = 0;
		pthread_mutex_unlock(&w->lock);
		if (w->stopping)
			pthread_exit(NULL);
		pthread_mutex_lock(&w->lock);
	}
}

/* Never ends either, and never gives the lock back but to wait. */
static void *watch(void *arg)
{
	struct worker *w = arg;

	pthread_mutex_lock(&w->lock);
	while (1) {
		pthread_cond_wait(&w->wakeup, &w->lock);
		if (w->stopping)
			exit(3);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];
	int n;

	(void)argv;
	if (argc > 1)
		pthread_create(&threads[0], NULL, watch, &worker);
	for (n = 0; n < 7; n++)
		worker.queue[worker.queued++] = n;
	printf("%d", drain(&worker));
	printf(" %d done, %d failed\n", worker.done, worker.failed);
	pthread_create(&threads[0], NULL, main_loop, &worker);
	pthread_create(&threads[1], NULL, pace, &worker);
	for (n = 0; n < 7; n++) {
		pthread_mutex_lock(&worker.lock);
		worker.queue[worker.queued++] = n;
		pthread_cond_signal(&worker.wakeup);
		pthread_mutex_unlock(&worker.lock);
	}
	pthread_mutex_lock(&worker.lock);
	worker.stopping = 1;
	pthread_cond_signal(&worker.wakeup);
	pthread_mutex_unlock(&worker.lock);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%d done, %d failed\n", worker.done, worker.failed);
	return 0;
}
