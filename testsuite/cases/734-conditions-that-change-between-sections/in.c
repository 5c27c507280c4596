#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
	int alone, made, failed;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void start(struct worker *w)
{
	w->alone = !w->alone;
}

static void finish(struct worker *w)
{
	w->alone = -1;
	w->failed++;
}

/* Between its sections, and where it ends without a release, the condition may change. */
static int setup(struct worker *w, int most)
{
	if (!w->alone)
		pthread_mutex_lock(&lock);
	n++;
	if (!w->alone)
		pthread_mutex_unlock(&lock);
	if (n > most) {
		finish(w);
		return -1;
	}
	start(w);
	if (!w->alone) {
		pthread_mutex_lock(&lock);
	}
	n += 2;
	if (n > most) {
		if (!w->alone) {
			pthread_mutex_unlock(&lock);
		}
		finish(w);
		return -2;
	}
	w->made++;
	if (!w->alone) {
		pthread_mutex_unlock(&lock);
	}
	start(w);
	return 0;
}

/* The third of these may change it, by what it hands on: the others are apart from that. */
static void hand(void *of, int more)
{
	((struct worker *)of)->alone += more;
}

static int three(struct worker *w)
{
	if (!w->alone)
		pthread_mutex_lock(&lock);
	n++;
	if (!w->alone)
		pthread_mutex_unlock(&lock);
	start(w);
	start(w);
	if (!w->alone)
		pthread_mutex_lock(&lock);
	n++;
	if (n < 0) {
		if (!w->alone)
			pthread_mutex_unlock(&lock);
		return -1;
	}
	if (!w->alone)
		pthread_mutex_unlock(&lock);
	if (!w->alone)
		pthread_mutex_lock(&lock);
	n++;
	hand(w, 0);
	if (!w->alone)
		pthread_mutex_unlock(&lock);
	return n;
}

/* Here it may change before a release. */
static int changing(struct worker *w, int most)
{
	int was = w->alone;

	if (!w->alone)
		pthread_mutex_lock(&lock);
	n++;
	if (n > most) {
		finish(w);
		w->alone = was;
	}
	if (!w->alone)
		pthread_mutex_unlock(&lock);
	return n;
}

/* So it may in a round of a loop, and behind a release that is not always made. */
static int around(struct worker *w, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		if (!w->alone)
			pthread_mutex_lock(&lock);
		n++;
		if (!w->alone)
			pthread_mutex_unlock(&lock);
		start(w);
	}
	return n;
}

static int sometimes(struct worker *w, int more)
{
	int was = w->alone;

	if (!w->alone)
		pthread_mutex_lock(&lock);
	n += more;
	if (more > 1)
		if (!w->alone)
			pthread_mutex_unlock(&lock);
	if (more <= 1) {
		start(w);
		w->alone = was;
		n++;
		if (!w->alone)
			pthread_mutex_unlock(&lock);
	}
	return n;
}

int main(void)
{
	struct worker w = { 0, 0, 0 };

	printf("%d", setup(&w, 12));
	printf(" %d", setup(&w, 12));
	w.alone = 1;
	printf(" %d", setup(&w, 12));
	printf(" %d", setup(&w, 9));
	w.alone = 0;
	printf(" %d", setup(&w, 12));
	w.alone = 1;
	printf(" %d", setup(&w, 13));
	printf(" %d", three(&w));
	w.alone = 0;
	printf(" %d", three(&w));
	printf(" %d", changing(&w, 5));
	w.alone = 1;
	printf(" %d", around(&w, 5));
	w.alone = 0;
	printf(" %d", sometimes(&w, 1));
	printf(" %d\n", sometimes(&w, 3));
	printf("%d %d %d %d\n", n, w.alone, w.made, w.failed);
	return 0;
}
