#include <pthread.h>
#include <stdio.h>

struct line {
	pthread_mutex_t lock;
	int runs;
	struct line *next;
};

static struct line second = { PTHREAD_MUTEX_INITIALIZER, 0, NULL };
static struct line first = { PTHREAD_MUTEX_INITIALIZER, 0, &second };

/* Gives one of two locks back, and keeps the other one. */
static struct line *step(struct line *l, int on)
{
	struct line *n = l->next, *kept = on ? n : l;

	pthread_mutex_lock(&l->lock);
	l->runs++;
	pthread_mutex_lock(&n->lock);
	n->runs += 2;
	if (!on)
		l = n;
	n->runs += on;
	pthread_mutex_unlock(&l->lock);
	kept->runs += 4;
	return kept;
}

static void *work(void *arg)
{
	int on = arg != NULL;

	for (int i = 0; i < 1000; i++) {
		struct line *l = step(&first, (i + on) % 2);

		l->runs++;
		pthread_mutex_unlock(&l->lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, &second);
	work(NULL);
	pthread_join(thread, NULL);
	printf("%d %d\n", first.runs, second.runs);
	return 0;
}
