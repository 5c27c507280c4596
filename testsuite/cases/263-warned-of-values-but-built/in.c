#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#define EVENTS 12

struct events {
	pthread_mutex_t lock;
	pthread_cond_t *blocking[EVENTS];
	long time[EVENTS];
	bool forced[EVENTS], running, frozen;
	int type;
};

static struct events events = { PTHREAD_MUTEX_INITIALIZER, { NULL }, { 0, 5, 3 }, { false }, false, false, 0 };

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

/* The program itself asks too late whether there is an event at all. */
static int run(struct events *e)
{
	pthread_mutex_lock(&e->lock);
	int type = next_event(e);
	pthread_cond_t *blocking = e->blocking[type];
	if (!is_valid(type)) {
		e->running = false;
		pthread_mutex_unlock(&e->lock);
		return -1;
	}
	e->type = type;
	e->time[type] = 0;
	e->forced[type] = false;
	pthread_mutex_unlock(&e->lock);

	printf("event %d\n", type);
	if (blocking)
		pthread_cond_broadcast(blocking);
	return type;
}

int main(void)
{
	return run(&events) + run(&events) - 3;
}
