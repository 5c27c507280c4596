#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

#define EVENTS 12

struct events {
	rcl_mutex_t lock;
	pthread_cond_t *blocking[EVENTS];
	long time[EVENTS];
	bool forced[EVENTS], running, frozen;
	int type;
};

static struct events events = { RCL_MUTEX_INITIALIZER(events_lock), { NULL }, { 0, 5, 3 }, { false }, false, false, 0 };

static bool applies(int type)
{
	return type == 1 || type == 2 || type == 5;
}

static int next_event(struct events *e)
{
	if (!e)
		return -1;

	int found = -1;
	long next = 0;

	for (int i = 0; i < EVENTS; i++) {
		long current = e->time[i];

		if ((next == 0 || current < next) && current != 0 &&
		    (e->forced[i] || !e->frozen || !applies(i))) {
			next = current;
			found = i;
		}
	}
	return found;
}

static bool is_valid(int type)
{
	return type > -1 && type < EVENTS;
}

struct run_cs {                    /* e->lock, in.c:50-61 */
	struct events *e;          /* in */
	int type;                  /* out */
	pthread_cond_t *blocking;  /* out */
};

static int run_cs(void *ctx)
{
	struct run_cs *cs = ctx;
	struct events *e = cs->e;
	int type = next_event(e);
	pthread_cond_t *blocking = e->blocking[type];
	if (!is_valid(type)) {
		e->running = false;
		return 1;
	}
	e->type = type;
	e->time[type] = 0;
	e->forced[type] = false;
	cs->type = type;
	cs->blocking = blocking;
	return 0;
}

/* The program itself asks too late whether there is an event at all. */
static int run(struct events *e)
{
	int type;
	pthread_cond_t *blocking;
	struct run_cs cs = { .e = e };
	if (rcl_exec_anon(&e->lock, run_cs, &cs, sizeof(cs)) == 1)
		return -1;
	type = cs.type;
	blocking = cs.blocking;

	printf("event %d\n", type);
	if (blocking)
		pthread_cond_broadcast(blocking);
	return type;
}

int main(void)
{
	return run(&events) + run(&events) - 3;
}
