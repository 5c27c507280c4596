#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

struct worker {
	rcl_mutex_t lock;
	rcl_cond_t wakeup;
	struct timespec *last;
	int ticks, beats, stopping;
};

static struct worker worker = {
	.lock = RCL_MUTEX_INITIALIZER(worker_lock),
	.wakeup = RCL_COND_INITIALIZER,
};

struct tick_cs {           /* w->lock, in.c:23-37 */
	struct worker *w;  /* in */
	int at;            /* where it goes on */
};

static int tick_cs(void *ctx)
{
	struct tick_cs *cs = ctx;
	struct worker *w = cs->w;

	if (cs->at == 1) {
		goto at_1;
	}

	while (!w->stopping) {
		int n;

		for (n = 0; n < 3; n++)
			w->ticks++;

		struct timespec now, until;

		clock_gettime(CLOCK_REALTIME, &now);
		until.tv_sec = now.tv_sec + 60;
		until.tv_nsec = 0;
		cs->at = 1;
		return rcl_timedwait(&w->wakeup, &w->lock, &until);
		at_1: ;
	}
	return 0;
}

/* Each round has a time of its own, which nobody keeps. */
static void *tick(void *arg)
{
	struct worker *w = arg;

	struct tick_cs cs = { .w = w, .at = 0 };
	rcl_exec_waiting(&w->lock, tick_cs, &cs, sizeof(cs));
	return NULL;
}

struct beat_cs {                /* w->lock, in.c:46-51 */
	struct worker *w;       /* in */
	struct timespec until;  /* kept */
	int at;                 /* where it goes on */
};

static int beat_cs(void *ctx)
{
	struct beat_cs *cs = ctx;
	struct worker *w = cs->w;

	if (cs->at == 1) {
		goto at_1;
	}

	while (1) {
		struct timespec until;

		memset(&until, 0, sizeof(until));
		cs->until = until;
		cs->at = 1;
		return rcl_timedwait(&w->wakeup, &w->lock, &until);
		at_1:
		until = cs->until;
		w->beats += until.tv_nsec == 0;
		if (w->stopping) {
			w->stopping++;
			rcl_cond_signal(&w->wakeup);
		}
	}
}

/* Never ends; the time is used behind the wait. */
static void *beat(void *arg)
{
	struct worker *w = arg;

	struct beat_cs cs = { .w = w, .at = 0 };
	rcl_exec_waiting(&w->lock, beat_cs, &cs, sizeof(cs));
	return NULL;
}

struct keep_cs {                 /* w->lock, in.c:66-77 */
	struct worker *w;        /* in */
	int r;                   /* in-out */
	struct timespec *until;  /* by reference */
	int at;                  /* where it goes on */
};

static int keep_cs(void *ctx)
{
	struct keep_cs *cs = ctx;
	struct worker *w = cs->w;
	int r = cs->r;
	struct timespec *until = cs->until;

	if (cs->at == 1) {
		goto at_1;
	}

	while (w->ticks > 0) {
		memset(until, 0, sizeof(*until));
		w->last = until;
		cs->r = r;
		cs->at = 1;
		return rcl_timedwait(&w->wakeup, &w->lock, w->last);
		at_1:
		r += w->last->tv_sec == 0;
		w->last = NULL;
		w->ticks--;
	}
	cs->r = r;
	return 0;
}

/* Somebody else has the time's address. */
static int keep(struct worker *w)
{
	int r = 0;

	struct timespec until;
	struct keep_cs cs = { .w = w, .r = r, .until = &until, .at = 0 };
	rcl_exec_waiting(&w->lock, keep_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

/* Never ends, and waits for nothing. */
static void *spin(void *arg)
{
	struct worker *w = arg;

	rcl_lock(&w->lock);
	while (1)
		w->beats++;
	return NULL;
}

struct main_worker_1_cs {  /* worker.lock, in.c:103-105 */
	int ticks;         /* out */
};

static int main_worker_1_cs(void *ctx)
{
	struct main_worker_1_cs *cs = ctx;
	int ticks;

	ticks = worker.ticks;
	cs->ticks = ticks;
	return 0;
}

/* worker.lock, in.c:108-111 */
static int main_worker_2_cs(void *ctx)
{
	worker.stopping = 1;
	rcl_cond_broadcast(&worker.wakeup);
	return 0;
}

struct main_worker_3_cs {  /* worker.lock, in.c:116-123 */
	int ticks;         /* out */
	int at;            /* where it goes on */
};

static int main_worker_3_cs(void *ctx)
{
	struct main_worker_3_cs *cs = ctx;
	int ticks;

	if (cs->at == 1) {
		goto at_1;
	}

	while (worker.stopping < 2) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	ticks = worker.beats > 0;
	cs->ticks = ticks;
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t ticking, beating;
	struct timespec until = { 0, 1000000 };
	int ticks;

	(void)argv;
	if (argc > 1)
		pthread_create(&beating, NULL, spin, &worker);
	pthread_create(&ticking, NULL, tick, &worker);
	do {
		struct main_worker_1_cs cs;
		rcl_exec_anon(&worker.lock, main_worker_1_cs, &cs, sizeof(cs));
		ticks = cs.ticks;
		nanosleep(&until, NULL);
	} while (ticks == 0);
	rcl_exec_anon(&worker.lock, main_worker_2_cs, NULL, 0);
	pthread_join(ticking, NULL);
	printf("%d ticks", ticks);
	printf(", %d", keep(&worker));
	pthread_create(&beating, NULL, beat, &worker);
	struct main_worker_3_cs cs = { .at = 0 };
	while (rcl_exec_anon(&worker.lock, main_worker_3_cs, &cs, sizeof(cs)) == 1) {
		nanosleep(&until, NULL);
	}
	ticks = cs.ticks;
	printf(", %d\n", ticks);
	return 0;
}
