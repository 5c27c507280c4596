#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct worker {
	rcl_mutex_t lock;
	rcl_cond_t wakeup;
	int queue[8], queued, done, failed, stopping;
};

static struct worker worker = {
	.lock = RCL_MUTEX_INITIALIZER(worker_lock),
	.wakeup = RCL_COND_INITIALIZER,
};

static int work(int n)
{
	return n % 3;
}

struct main_loop_cs {      /* w->lock, in.c:28-46 */
	struct worker *w;  /* in */
	int next;          /* out */
	int r;             /* kept */
	int at;            /* where it goes on */
};

static int main_loop_cs(void *ctx)
{
	struct main_loop_cs *cs = ctx;
	struct worker *w = cs->w;
	int next = cs->next;
	int r = cs->r;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	while (1) {
		if (w->queued > 0) {
			next = w->queue[--w->queued];
			cs->next = next;
			cs->at = 1;
			return 1;
			at_1:
			if (r != 0) {
				w->failed++;
				continue;
			}
			w->done++;
			continue;
		}
		if (w->stopping)
			break;
		cs->at = 2;
		return rcl_wait(&w->wakeup, &w->lock);
		at_2: ;
	}
	return 0;
}

/* What the work gave is looked at with the lock held again. */
static void *main_loop(void *arg)
{
	struct worker *w = arg;
	int next;
	int r;

	struct main_loop_cs cs = { .w = w, .at = 0 };
	while (rcl_exec_waiting(&w->lock, main_loop_cs, &cs, sizeof(cs)) == 1) {
		next = cs.next;
		r = work(next);
		cs.r = r;
	}
	return NULL;
}

struct drain_cs {          /* w->lock, in.c:55-71 */
	struct worker *w;  /* in */
	int r;             /* kept */
	int failed;        /* in-out */
	int next;          /* out */
	int result;        /* out */
	int at;            /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct worker *w = cs->w;
	int r = cs->r;
	int failed = cs->failed;

	if (cs->at == 1)
		goto at_1;

	while (w->queued > 0) {
		int next = w->queue[--w->queued];
		int result;

		if ((r = work(next)) == 2)
			w->failed++;
		cs->failed = failed;
		cs->next = next;
		cs->at = 1;
		return 1;
		at_1:
		next = cs->next;
		result = cs->result;
		if (result != 0)
			failed++;
		if (r != 0)
			w->done++;
	}
	cs->failed = failed;
	return 0;
}

/* The result is a variable of its own; in between it has served for something else. */
static int drain(struct worker *w)
{
	int r, failed = 0;

	int result;
	struct drain_cs cs = { .w = w, .failed = failed, .at = 0 };
	while (rcl_exec_anon(&w->lock, drain_cs, &cs, sizeof(cs)) == 1) {
		int next = cs.next;
		result = work(next + 1);
		r = work(next + 2);
		cs.r = r;
		cs.result = result;
	}
	failed = cs.failed;
	return failed;
}

struct pace_cs {           /* w->lock, in.c:80-87 */
	struct worker *w;  /* in */
	int at;            /* where it goes on */
};

static int pace_cs(void *ctx)
{
	struct pace_cs *cs = ctx;
	struct worker *w = cs->w;

	if (cs->at == 1)
		goto at_1;

	while (1) {
		if (w->queued == 8)
			w->done = 0;
		cs->at = 1;
		return 1;
		at_1: ;
	}
}

/* Never ends. */
static void *pace(void *arg)
{
	struct worker *w = arg;

	struct pace_cs cs = { .w = w, .at = 0 };
	for (;;) {
		rcl_exec_anon(&w->lock, pace_cs, &cs, sizeof(cs));
		if (w->stopping)
			pthread_exit(NULL);
	}
}

struct watch_cs {          /* w->lock, in.c:96-98 */
	struct worker *w;  /* in */
	int at;            /* where it goes on */
};

static int watch_cs(void *ctx)
{
	struct watch_cs *cs = ctx;
	struct worker *w = cs->w;

	if (cs->at == 1)
		goto at_1;

	while (1) {
		cs->at = 1;
		return rcl_wait(&w->wakeup, &w->lock);
		at_1:
		if (w->stopping)
			exit(3);
	}
}

/* Never ends either, and never gives the lock back but to wait. */
static void *watch(void *arg)
{
	struct worker *w = arg;

	struct watch_cs cs = { .w = w, .at = 0 };
	rcl_exec_waiting(&w->lock, watch_cs, &cs, sizeof(cs));
	return NULL;
}

struct main_worker_1_cs {  /* worker.lock, in.c:120-123 */
	int n;             /* in */
};

static int main_worker_1_cs(void *ctx)
{
	struct main_worker_1_cs *cs = ctx;
	int n = cs->n;

	worker.queue[worker.queued++] = n;
	rcl_cond_signal(&worker.wakeup);
	return 0;
}

/* worker.lock, in.c:125-128 */
static int main_worker_2_cs(void *ctx)
{
	worker.stopping = 1;
	rcl_cond_signal(&worker.wakeup);
	return 0;
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
		struct main_worker_1_cs cs = { .n = n };
		rcl_exec_anon(&worker.lock, main_worker_1_cs, &cs, sizeof(cs));
	}
	rcl_exec_anon(&worker.lock, main_worker_2_cs, NULL, 0);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%d done, %d failed\n", worker.done, worker.failed);
	return 0;
}
