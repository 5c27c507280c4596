/* Lock functions that do nothing without a mutex, and sections that give it back for a while. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct mutex {
	rcl_mutex_t mutex;
};

struct event {
	struct mutex *lock;
	int up, handled;
};

static rcl_mutex_t *mutex_mutex(struct mutex *m)
{
	return &m->mutex;
}

struct work_cs {          /* e->lock->mutex, in.c:31-33 */
	struct event *e;  /* in */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	struct event *e = cs->e;

	e->up--;
	return 0;
}

static void work(struct event *e)
{
	struct work_cs cs = { .e = e };
	if (e->lock != NULL)
		rcl_exec_anon(mutex_mutex(e->lock), work_cs, &cs, sizeof(cs));
	else
		work_cs(&cs);
}

struct thread_cs {        /* e->lock->mutex, in.c:40-50 */
	struct event *e;  /* in */
	int at;           /* where it goes on */
};

static int thread_cs(void *ctx)
{
	struct thread_cs *cs = ctx;
	struct event *e = cs->e;

	if (cs->at == 1)
		goto at_1;

	while (e->up > 0) {
		e->handled++;
		cs->at = 1;
		return 1;
		at_1:
		if (e->up == 7)
			break;
	}
	e->handled--;
	return 0;
}

static void *thread(void *arg)
{
	struct event *e = arg;

	struct thread_cs cs = { .e = e, .at = 0 };
	int way;

	while ((way = e->lock != NULL
			? rcl_exec_anon(mutex_mutex(e->lock), thread_cs, &cs, sizeof(cs))
			: thread_cs(&cs)) == 1) {
		work(e);
	}
	return NULL;
}

int main(void)
{
	struct event e = { .lock = malloc(sizeof(struct mutex)), .up = 3 }, f = { .up = 4 };

	rcl_mutex_init(&e.lock->mutex, NULL, mutex_mutex);
	thread(&e);
	thread(&f);
	printf("%d %d\n", e.handled, f.handled);
	free(e.lock);
	return 0;
}
