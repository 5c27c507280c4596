#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct task {
	rcl_mutex_t lock;
	int left, done, failed;
};

/* Takes over the lock that its caller holds. */
static void finish(struct task *t, int failed)
{
	t->done++;
	t->failed += failed;
	printf("finished %d\n", failed + rcl_unlock(&t->lock));
}

/* Takes it over unless there is nothing to start. */
static int start(struct task *t)
{
	if (t->left == 0)
		return 0;
	t->left--;
	finish(t, 0);
	return 1;
}

struct step_cs {         /* t->lock, in.c:31-37 */
	struct task *t;  /* in */
	int by;          /* in */
	int left;        /* out */
};

static int step_cs(void *ctx)
{
	struct step_cs *cs = ctx;
	struct task *t = cs->t;
	int by = cs->by;
	int left;

	if (t->left < by) {
		return 1;
	}
	t->left -= by;
	left = t->left;
	cs->left = left;
	return RCL_KEEP;
}

static void step(struct task *t, int by)
{
	int left;

	struct step_cs cs = { .t = t, .by = by };
	if (rcl_exec_anon(&t->lock, step_cs, &cs, sizeof(cs)) == 1)
		return;
	left = cs.left;
	finish(t, 0);
	printf("%d left\n", left);
}

struct steps_cs {        /* t->lock, in.c:46-65 */
	struct task *t;  /* in */
	int by;          /* in */
	int bad;         /* in-out */
	int last;        /* out */
};

static int steps_cs(void *ctx)
{
	struct steps_cs *cs = ctx;
	struct task *t = cs->t;
	int by = cs->by;
	int bad = cs->bad;
	int last;

	if (bad) {
		t->left = 0;
	failed:
		last = t->left;
		cs->bad = bad;
		cs->last = last;
		return RCL_KEEP | 1;
	}
	if (t->left < by) {
		bad = 2;
		goto failed;
	}
	t->left -= by;
	if (t->left == 0) {
		t->done += 10;
		return RCL_KEEP | 2;
	}
	last = t->left;
	cs->last = last;
	return 0;
}

static int steps(struct task *t, int by, int bad)
{
	int last = 0;

	struct steps_cs cs = { .t = t, .by = by, .bad = bad };
	switch (rcl_exec_anon(&t->lock, steps_cs, &cs, sizeof(cs))) {
	case 1:
		bad = cs.bad;
		last = cs.last;
		finish(t, bad);
		return -last;
	case 2:
		finish(t, 0);
		return 0;
	}
	last = cs.last;
	return last;
}

struct timer_cs {        /* t->lock, in.c:71-72 */
	struct task *t;  /* in */
};

static int timer_cs(void *ctx)
{
	struct timer_cs *cs = ctx;
	struct task *t = cs->t;

	t->done += 100;
	return RCL_KEEP;
}

static void timer(struct task *t)
{
	struct timer_cs cs = { .t = t };
	rcl_exec_anon(&t->lock, timer_cs, &cs, sizeof(cs));
	if (!start(t)) {
		/* not taken over */
		rcl_unlock(&t->lock);
	}
}

struct probe_cs {        /* t->lock, in.c:82-90 */
	struct task *t;  /* in */
	int by;          /* in */
	int failed;      /* out */
};

static int probe_cs(void *ctx)
{
	struct probe_cs *cs = ctx;
	struct task *t = cs->t;
	int by = cs->by;

	if (t->left > by) {
		int failed = t->failed;

		t->left -= by;
		cs->failed = failed;
		return RCL_KEEP | 1;
	}
	t->done++;
	return RCL_KEEP;
}

/* A variable of the branch is the client's from there on; what follows hands the lock over, too. */
static int probe(struct task *t, int by)
{
	struct probe_cs cs = { .t = t, .by = by };
	if (rcl_exec_anon(&t->lock, probe_cs, &cs, sizeof(cs)) == 1) {
		int failed = cs.failed;
		finish(t, failed);
		return failed;
	}
	finish(t, 1);
	return 0;
}

/* Nothing to ship before the call. */
static void stop(struct task *t)
{
	rcl_lock(&t->lock);
	finish(t, 5);
}

struct until_done_cs {   /* t->lock, in.c:104-111 */
	struct task *t;  /* in */
};

static int until_done_cs(void *ctx)
{
	struct until_done_cs *cs = ctx;
	struct task *t = cs->t;

	t->done++;
	return RCL_KEEP;
}

static void until_done(struct task *t)
{
	struct until_done_cs cs = { .t = t };
	rcl_exec_anon(&t->lock, until_done_cs, &cs, sizeof(cs));
	while (t->left > 0) {
		t->left--;
		if (start(t))
			rcl_lock(&t->lock);
	}
	rcl_unlock(&t->lock);
}

struct merge_cs {           /* into->lock, in.c:117-118 */
	struct task *from;  /* in */
	struct task *into;  /* in */
};

static int merge_cs(void *ctx)
{
	struct merge_cs *cs = ctx;
	struct task *from = cs->from;
	struct task *into = cs->into;

	into->left += from->left;
	return RCL_KEEP;
}

/* Hands over its caller's lock, and keeps its own. */
static void merge(struct task *from, struct task *into)
{
	struct merge_cs cs = { .from = from, .into = into };
	rcl_exec_anon(&into->lock, merge_cs, &cs, sizeof(cs));
	finish(from, 0);
	rcl_unlock(&into->lock);
}

struct merged_cs {       /* t->lock, in.c:125-126 */
	struct task *t;  /* in */
};

static int merged_cs(void *ctx)
{
	struct merged_cs *cs = ctx;
	struct task *t = cs->t;

	t->done++;
	return RCL_KEEP;
}

static void merged(struct task *t, struct task *into)
{
	struct merged_cs cs = { .t = t };
	rcl_exec_anon(&t->lock, merged_cs, &cs, sizeof(cs));
	merge(t, into);
	printf("merged\n");
}

struct run_cs {          /* t->lock, in.c:134-136 */
	struct task *t;  /* in */
};

static int run_cs(void *ctx)
{
	struct run_cs *cs = ctx;
	struct task *t = cs->t;

	t->left += 3;
	return 0;
}

/* Calls one that is back with all as it was. */
static void run(struct task *t)
{
	struct run_cs cs = { .t = t };
	rcl_exec_anon(&t->lock, run_cs, &cs, sizeof(cs));
	timer(t);
}

int main(void)
{
	struct task t = { .left = 12 }, other = { .left = 1 };

	rcl_mutex_init(&t.lock, NULL, task_lock_main);
	rcl_mutex_init(&other.lock, NULL, task_lock_main_145);
	step(&t, 2);
	step(&t, 20);
	printf("%d\n", steps(&t, 3, 0));
	printf("%d\n", steps(&t, 30, 0));
	printf("%d\n", steps(&t, 7, 0));
	printf("%d\n", steps(&t, 7, 1));
	timer(&t);
	run(&t);
	printf("%d %d\n", probe(&t, 1), probe(&t, 100));
	stop(&t);
	t.left = 3;
	until_done(&t);
	t.left = 4;
	merged(&t, &other);
	printf("%d\n", other.left);
	printf("%d %d %d\n", t.left, t.done, t.failed);
	return 0;
}
