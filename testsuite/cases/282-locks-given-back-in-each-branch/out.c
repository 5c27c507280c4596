#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct unit {
	rcl_mutex_t lock;
	rcl_cond_t changed;
};

struct worker {
	rcl_mutex_t lock;
	int state;
	struct unit *unit;
};

static struct unit unit = { RCL_MUTEX_INITIALIZER(unit_lock), RCL_COND_INITIALIZER };
static struct worker worker = { .lock = RCL_MUTEX_INITIALIZER(worker_lock), .state = 1, .unit = &unit };
static int told, slept;

struct update_worker_cs {  /* w->lock, in.c:24-35 */
	struct worker *w;  /* in */
	int state;         /* in */
};

static int update_worker_cs(void *ctx)
{
	struct update_worker_cs *cs = ctx;
	struct worker *w = cs->w;
	int state = cs->state;

	if (w->state & 3) {
		w->state = state;
		return 1;
	} else {
		return 2;
	}
}

struct update_unit_cs {    /* u->lock, in.c:23-35 */
	struct worker *w;  /* in */
	int state;         /* in */
	struct unit *u;    /* in */
};

static int update_unit_cs(void *ctx)
{
	struct update_unit_cs *cs = ctx;
	struct worker *w = cs->w;
	int state = cs->state;
	struct unit *u = cs->u;
	struct update_worker_cs worker_cs = { .w = w, .state = state };
	int worker_way = rcl_exec_anon(&w->lock, update_worker_cs, &worker_cs, sizeof(worker_cs));

	if (worker_way == 1) {
		told++;
		rcl_cond_broadcast(&u->changed);
		return 1;
	} else {
		return 2;
	}
}

static int update(struct worker *w, int state)
{
	struct unit *u = w->unit;

	struct update_unit_cs cs = { .w = w, .state = state, .u = u };
	int way = rcl_exec_anon(&u->lock, update_unit_cs, &cs, sizeof(cs));

	if (way == 2) {
		return -1;
	}
	return 0;
}

struct sleep_once_worker_cs {  /* w->lock, in.c:47-49 */
	struct worker *w;      /* in */
};

static int sleep_once_worker_cs(void *ctx)
{
	struct sleep_once_worker_cs *cs = ctx;
	struct worker *w = cs->w;

	if (w->state & 1)
		w->state |= 2;
	return RCL_KEEP;
}

struct sleep_once_unit_cs {  /* u->lock, in.c:46-61 */
	struct worker *w;    /* in */
	struct unit *u;      /* in */
	int was;             /* kept */
	int at;              /* where it goes on */
};

static int sleep_once_unit_cs(void *ctx)
{
	struct sleep_once_unit_cs *cs = ctx;
	struct worker *w = cs->w;
	struct unit *u = cs->u;

	if (cs->at == 2) {
		goto at_2;
	}
	struct sleep_once_worker_cs worker_cs = { .w = w };
	rcl_exec_anon(&w->lock, sleep_once_worker_cs, &worker_cs, sizeof(worker_cs));
	if (w->state) {
		int was = w->state;

		w->state = 4;
		rcl_unlock(&w->lock);
		slept += 100;
		cs->was = was;
		cs->at = 2;
		return rcl_wait(&u->changed, &u->lock);
		at_2:
		was = cs->was;
		slept += was * 1000;
		return 1;
	} else {
		rcl_unlock(&w->lock);
		return 1;
	}
}

/* What follows the inner release waits with the outer lock. */
static void *sleep_once(void *data)
{
	struct worker *w = data;
	struct unit *u = w->unit;

	struct sleep_once_unit_cs cs = { .w = w, .u = u, .at = 0 };
	rcl_exec_waiting(&u->lock, sleep_once_unit_cs, &cs, sizeof(cs));
	return NULL;
}

struct main_cs {    /* unit.lock, in.c:74-78 */
	int awake;  /* out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int awake;

	awake = slept >= 100;
	if (awake)
		rcl_cond_signal(&unit.changed);
	cs->awake = awake;
	return 0;
}

int main(void)
{
	pthread_t thread;
	int first, second, awake = 0;

	first = update(&worker, 2);
	pthread_create(&thread, NULL, sleep_once, &worker);
	while (!awake) {
		struct main_cs cs;
		rcl_exec_anon(&unit.lock, main_cs, &cs, sizeof(cs));
		awake = cs.awake;
	}
	pthread_join(thread, NULL);
	second = update(&worker, 8);
	printf("%d %d %d %d\n", first, second, worker.state, slept / 1000);
	return 0;
}
