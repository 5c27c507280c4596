#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct worker {
	int alone, made, failed;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
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

/* lock, in.c:26-30 */
static int setup_lock_1_cs(void *ctx)
{
	n++;
	return 0;
}

struct setup_lock_2_cs {   /* lock, in.c:36-49 */
	struct worker *w;  /* in */
	int most;          /* in */
};

static int setup_lock_2_cs(void *ctx)
{
	struct setup_lock_2_cs *cs = ctx;
	struct worker *w = cs->w;
	int most = cs->most;

	n += 2;
	if (n > most) {
		return 1;
	}
	w->made++;
	return 0;
}

/* Between its sections, and where it ends without a release, the condition may change. */
static int setup(struct worker *w, int most)
{
	if (!w->alone) {
		rcl_exec_anon(&lock, setup_lock_1_cs, NULL, 0);
	} else {
		setup_lock_1_cs(NULL);
	}
	if (n > most) {
		finish(w);
		return -1;
	}
	start(w);
	struct setup_lock_2_cs cs = { .w = w, .most = most };
	int way = !w->alone
			? rcl_exec_anon(&lock, setup_lock_2_cs, &cs, sizeof(cs))
			: setup_lock_2_cs(&cs);

	if (way == 1) {
		finish(w);
		return -2;
	}
	start(w);
	return 0;
}

/* The third of these may change it, by what it hands on: the others are apart from that. */
static void hand(void *of, int more)
{
	((struct worker *)of)->alone += more;
}

/* lock, in.c:63-67 */
static int three_lock_1_cs(void *ctx)
{
	n++;
	return 0;
}

/* lock, in.c:70-79 */
static int three_lock_2_cs(void *ctx)
{
	n++;
	if (n < 0) {
		return 1;
	}
	return 0;
}

struct three_lock_3_cs {   /* lock, in.c:80-83 */
	struct worker *w;  /* in */
};

static int three_lock_3_cs(void *ctx)
{
	struct three_lock_3_cs *cs = ctx;
	struct worker *w = cs->w;

	n++;
	hand(w, 0);
	return RCL_KEEP;
}

static int three(struct worker *w)
{
	if (!w->alone) {
		rcl_exec_anon(&lock, three_lock_1_cs, NULL, 0);
	} else {
		three_lock_1_cs(NULL);
	}
	start(w);
	start(w);
	int way = !w->alone
			? rcl_exec_anon(&lock, three_lock_2_cs, NULL, 0)
			: three_lock_2_cs(NULL);

	if (way == 1) {
		return -1;
	}
	struct three_lock_3_cs cs = { .w = w };
	if (!w->alone) {
		rcl_exec_anon(&lock, three_lock_3_cs, &cs, sizeof(cs));
	} else {
		three_lock_3_cs(&cs);
	}
	if (!w->alone)
		rcl_unlock(&lock);
	return n;
}

struct changing_cs {       /* lock, in.c:94-100 */
	struct worker *w;  /* in */
	int most;          /* in */
	int was;           /* in */
};

static int changing_cs(void *ctx)
{
	struct changing_cs *cs = ctx;
	struct worker *w = cs->w;
	int most = cs->most;
	int was = cs->was;

	n++;
	if (n > most) {
		finish(w);
		w->alone = was;
	}
	return RCL_KEEP;
}

/* Here it may change before a release. */
static int changing(struct worker *w, int most)
{
	int was = w->alone;

	struct changing_cs cs = { .w = w, .most = most, .was = was };
	if (!w->alone) {
		rcl_exec_anon(&lock, changing_cs, &cs, sizeof(cs));
	} else {
		changing_cs(&cs);
	}
	if (!w->alone)
		rcl_unlock(&lock);
	return n;
}

/* lock, in.c:110-114 */
static int around_cs(void *ctx)
{
	n++;
	return 0;
}

/* So it may in a round of a loop, and behind a release that is not always made. */
static int around(struct worker *w, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		if (!w->alone) {
			rcl_exec_anon(&lock, around_cs, NULL, 0);
		} else {
			around_cs(NULL);
		}
		start(w);
	}
	return n;
}

struct sometimes_cs {  /* lock, in.c:124-126 */
	int more;      /* in */
};

static int sometimes_cs(void *ctx)
{
	struct sometimes_cs *cs = ctx;
	int more = cs->more;

	n += more;
	return RCL_KEEP;
}

static int sometimes(struct worker *w, int more)
{
	int was = w->alone;

	struct sometimes_cs cs = { .more = more };
	if (!w->alone) {
		rcl_exec_anon(&lock, sometimes_cs, &cs, sizeof(cs));
	} else {
		sometimes_cs(&cs);
	}
	if (more > 1)
		if (!w->alone)
			rcl_unlock(&lock);
	if (more <= 1) {
		start(w);
		w->alone = was;
		n++;
		if (!w->alone)
			rcl_unlock(&lock);
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
