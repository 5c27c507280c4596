#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct worker {
	pthread_mutex_t lock;
	pthread_cond_t wakeup;
	struct timespec *last;
	int ticks, beats, stopping;
};

static struct worker worker = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.wakeup = PTHREAD_COND_INITIALIZER,
};

/* Each round has a time of its own, which nobody keeps. */
static void *tick(void *arg)
{
	struct worker *w = arg;

	pthread_mutex_lock(&w->lock);
	while (!w->stopping) {
		int n;

		for (n = 0; n < 3; n++)
			w->ticks++;

		struct timespec now, until;

		clock_gettime(CLOCK_REALTIME, &now);
		until.tv_sec = now.tv_sec + 60;
		until.tv_nsec = 0;
		pthread_cond_timedwait(&w->wakeup, &w->lock, &until);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* Never ends; the time is used behind the wait. */
static void *beat(void *arg)
{
	struct worker *w = arg;

	pthread_mutex_lock(&w->lock);
	while (1) {
		struct timespec until;

		memset(&until, 0, sizeof(until));
		pthread_cond_timedwait(&w->wakeup, &w->lock, &until);
		w->beats += until.tv_nsec == 0;
		if (w->stopping) {
			w->stopping++;
			pthread_cond_signal(&w->wakeup);
		}
	}
	return NULL;
}

/* Somebody else has the time's address. */
static int keep(struct worker *w)
{
	int r = 0;

	pthread_mutex_lock(&w->lock);
	while (w->ticks > 0) {
		struct timespec until;

		memset(&until, 0, sizeof(until));
		w->last = &until;
		pthread_cond_timedwait(&w->wakeup, &w->lock, w->last);
		r += w->last->tv_sec == 0;
		w->last = NULL;
		w->ticks--;
	}
	pthread_mutex_unlock(&w->lock);
	return r;
}

/* Never ends, and waits for nothing. */
static void *spin(void *arg)
{
	struct worker *w = arg;

	pthread_mutex_lock(&w->lock);
	while (1)
		w->beats++;
	return NULL;
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
		pthread_mutex_lock(&worker.lock);
		ticks = worker.ticks;
		pthread_mutex_unlock(&worker.lock);
		nanosleep(&until, NULL);
	} while (ticks == 0);
	pthread_mutex_lock(&worker.lock);
	worker.stopping = 1;
	pthread_cond_broadcast(&worker.wakeup);
	pthread_mutex_unlock(&worker.lock);
	pthread_join(ticking, NULL);
	printf("%d ticks", ticks);
	printf(", %d", keep(&worker));
	pthread_create(&beating, NULL, beat, &worker);
	pthread_mutex_lock(&worker.lock);
	while (worker.stopping < 2) {
		pthread_mutex_unlock(&worker.lock);
		nanosleep(&until, NULL);
		pthread_mutex_lock(&worker.lock);
	}
	ticks = worker.beats > 0;
	pthread_mutex_unlock(&worker.lock);
	printf(", %d\n", ticks);
	return 0;
}
