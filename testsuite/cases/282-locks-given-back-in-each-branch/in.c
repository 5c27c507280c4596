#include <pthread.h>
#include <stdio.h>

struct unit {
	pthread_mutex_t lock;
	pthread_cond_t changed;
};

struct worker {
	pthread_mutex_t lock;
	int state;
	struct unit *unit;
};

static struct unit unit = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };
static struct worker worker = { .lock = PTHREAD_MUTEX_INITIALIZER, .state = 1, .unit = &unit };
static int told, slept;

static int update(struct worker *w, int state)
{
	struct unit *u = w->unit;

	pthread_mutex_lock(&u->lock);
	pthread_mutex_lock(&w->lock);
	if (w->state & 3) {
		w->state = state;
		pthread_mutex_unlock(&w->lock);

		told++;
		pthread_cond_broadcast(&u->changed);
		pthread_mutex_unlock(&u->lock);
	} else {
		pthread_mutex_unlock(&w->lock);
		pthread_mutex_unlock(&u->lock);
		return -1;
	}
	return 0;
}

/* What follows the inner release waits with the outer lock. */
static void *sleep_once(void *data)
{
	struct worker *w = data;
	struct unit *u = w->unit;

	pthread_mutex_lock(&u->lock);
	pthread_mutex_lock(&w->lock);
	if (w->state & 1)
		w->state |= 2;
	if (w->state) {
		int was = w->state;

		w->state = 4;
		pthread_mutex_unlock(&w->lock);
		slept += 100;
		pthread_cond_wait(&u->changed, &u->lock);
		slept += was * 1000;
		pthread_mutex_unlock(&u->lock);
	} else {
		pthread_mutex_unlock(&w->lock);
		pthread_mutex_unlock(&u->lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int first, second, awake = 0;

	first = update(&worker, 2);
	pthread_create(&thread, NULL, sleep_once, &worker);
	while (!awake) {
		pthread_mutex_lock(&unit.lock);
		awake = slept >= 100;
		if (awake)
			pthread_cond_signal(&unit.changed);
		pthread_mutex_unlock(&unit.lock);
	}
	pthread_join(thread, NULL);
	second = update(&worker, 8);
	printf("%d %d %d %d\n", first, second, worker.state, slept / 1000);
	return 0;
}
