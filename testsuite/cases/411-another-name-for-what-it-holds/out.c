#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct line {
	rcl_mutex_t lock;
	int runs;
	struct line *next;
};

static struct line second = { RCL_MUTEX_INITIALIZER(line_lock_in), 0, NULL };
static struct line first = { RCL_MUTEX_INITIALIZER(line_lock_in_11), 0, &second };

struct step_cs {         /* l->lock, in.c:18-21 */
	struct line *l;  /* in */
	struct line *n;  /* in */
};

static int step_cs(void *ctx)
{
	struct step_cs *cs = ctx;
	struct line *l = cs->l;
	struct line *n = cs->n;

	l->runs++;
	rcl_lock(&n->lock);
	n->runs += 2;
	return RCL_KEEP;
}

/* Gives one of two locks back, and keeps the other one. */
static struct line *step(struct line *l, int on)
{
	struct line *n = l->next, *kept = on ? n : l;

	struct step_cs cs = { .l = l, .n = n };
	rcl_exec_anon(&l->lock, step_cs, &cs, sizeof(cs));
	if (!on)
		l = n;
	n->runs += on;
	rcl_unlock(&l->lock);
	kept->runs += 4;
	return kept;
}

static void *work(void *arg)
{
	int on = arg != NULL;

	for (int i = 0; i < 1000; i++) {
		struct line *l = step(&first, (i + on) % 2);

		l->runs++;
		rcl_unlock(&l->lock);
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
