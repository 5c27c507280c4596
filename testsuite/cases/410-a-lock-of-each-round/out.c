#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LINES 4

struct line {
	rcl_mutex_t lock;
	int ready, runs;
	struct line *next;
};

static struct line lines[LINES];
static rcl_mutex_t row[LINES];
static int total, wanted, left;

struct stop_all_cs {  /* lines[i].lock, in.c:24-26 */
	int i;        /* in */
};

static int stop_all_cs(void *ctx)
{
	struct stop_all_cs *cs = ctx;
	int i = cs->i;

	lines[i].ready = 0;
	total += i;
	return RCL_KEEP;
}

/* A lock is kept in every round. */
static void stop_all(void)
{
	int i;

	for (i = 0; i < LINES; i++) {
		if (i == 2)
			continue;
		struct stop_all_cs cs = { .i = i };
		rcl_exec_anon(&lines[i].lock, stop_all_cs, &cs, sizeof(cs));
	}
}

static void start_all(void)
{
	int i;

	for (i = 0; i < LINES; i++) {
		if (i != 2)
			rcl_unlock(&lines[i].lock);
	}
}

/* All of them, and given back in the other order. */
static int sum_up(void)
{
	int i, sum = 0;

	for (i = 0; i < LINES; i++)
		rcl_lock(&row[i]);
	for (i = 0; i < LINES; i++)
		sum += lines[i].runs;
	for (i = LINES - 1; i >= 0; i--)
		rcl_unlock(&row[i]);
	return sum;
}

static void leave(int i)
{
	lines[i].runs += 10;
	left += rcl_unlock(&row[i]) == 0;
}

struct look_cs {   /* row[i], in.c:66-76 */
	int i;     /* in */
	int seen;  /* in-out */
};

static int look_cs(void *ctx)
{
	struct look_cs *cs = ctx;
	int i = cs->i;
	int seen = cs->seen;

	seen += lines[i].runs;
	if (lines[i].runs > 20) {
		cs->seen = seen;
		return RCL_KEEP | 1;
	}
	if (lines[i].ready) {
		cs->seen = seen;
		return 2;
	}
	lines[i].runs++;
	cs->seen = seen;
	return RCL_KEEP;
}

/* Some rounds hand the lock on, others give it back early or late. */
static int look(int late)
{
	int i, seen = 0;

	for (i = 0; i < LINES; i++) {
		struct look_cs cs = { .i = i, .seen = seen };
		int way = rcl_exec_anon(&row[i], look_cs, &cs, sizeof(cs));
		seen = cs.seen;

		if (way == 1) {
			leave(i);
			continue;
		}
		if (way == 2)
			continue;
		if (!wanted)
			rcl_unlock(&row[i]);
		total += late;
		if (wanted)
			rcl_unlock(&row[i]);
	}
	return seen;
}

struct walk_cs {         /* n->lock, in.c:96-98 */
	int seen;        /* in-out */
	struct line *n;  /* in */
};

static int walk_cs(void *ctx)
{
	struct walk_cs *cs = ctx;
	int seen = cs->seen;
	struct line *n = cs->n;

	n->runs++;
	seen++;
	cs->seen = seen;
	return RCL_KEEP;
}

/* Hand over hand. */
static int walk(int most)
{
	struct line *l = &lines[0];
	int seen = 0;

	rcl_lock(&l->lock);
	while (l->next && seen < most) {
		struct line *n = l->next;

		struct walk_cs cs = { .seen = seen, .n = n };
		rcl_exec_anon(&n->lock, walk_cs, &cs, sizeof(cs));
		seen = cs.seen;
		rcl_unlock(&l->lock);
		l = n;
	}
	total += seen;
	rcl_unlock(&l->lock);
	return seen;
}

struct pass_cs {         /* l->lock, in.c:113-115 */
	struct line *l;  /* in */
	int seen;        /* out */
};

static int pass_cs(void *ctx)
{
	struct pass_cs *cs = ctx;
	struct line *l = cs->l;
	int seen;

	l->runs++;
	seen = l->runs;
	cs->seen = seen;
	return RCL_KEEP;
}

/* The name goes on to the next one before the release, which comes by another name. */
static int pass(int from)
{
	struct line *l = &lines[from], *was = l;
	int seen;

	struct pass_cs cs = { .l = l };
	rcl_exec_anon(&l->lock, pass_cs, &cs, sizeof(cs));
	seen = cs.seen;
	l = &lines[(from + 1) % LINES];
	seen += l->next != NULL;
	rcl_unlock(&was->lock);
	return seen;
}

struct mark_cs {         /* l->lock, in.c:130-137 */
	int ready;       /* in */
	int marked;      /* in-out */
	struct line *l;  /* in */
};

static int mark_cs(void *ctx)
{
	struct mark_cs *cs = ctx;
	int ready = cs->ready;
	int marked = cs->marked;
	struct line *l = cs->l;

	if (l->ready == ready) {
		marked++;
		cs->marked = marked;
		return RCL_KEEP | 1;
	}
	l->ready = ready;
	l->runs++;
	cs->marked = marked;
	return 0;
}

/* What is declared in the loop is another one in each round. */
static int mark(int ready)
{
	int i, marked = 0;

	for (i = 0; i < LINES; i++) {
		struct line *l = &lines[i];

		struct mark_cs cs = { .ready = ready, .marked = marked, .l = l };
		if (rcl_exec_anon(&l->lock, mark_cs, &cs, sizeof(cs)) == 1) {
			marked = cs.marked;
			continue;
		}
		marked = cs.marked;
	}
	return marked;
}

static void *work(void *arg)
{
	int *seen = arg;

	for (int i = 0; i < 200; i++) {
		*seen += walk(LINES) + sum_up() % 2 * 0;
		look(0);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int i, one = 0, two = 0;

	for (i = 0; i < LINES; i++) {
		rcl_mutex_init(&lines[i].lock, NULL, line_lock);
		rcl_mutex_init(&row[i], NULL, row);
		lines[i].next = i + 1 < LINES ? &lines[i + 1] : NULL;
	}
	printf("%d\n", sum_up());
	stop_all();
	start_all();
	printf("%d %d\n", look(2), total);
	wanted = 1;
	printf("%d %d\n", look(3), total);
	printf("%d %d %d\n", walk(2), walk(9), total);
	printf("%d %d\n", pass(1), pass(LINES - 1));
	printf("%d\n", mark(1));
	printf("%d\n", sum_up());
	for (i = 0; i < LINES; i++)
		lines[i].ready = 1;
	printf("%d\n", mark(1));
	for (i = 0; i < LINES; i++)
		rcl_unlock(&lines[i].lock);
	pthread_create(&thread, NULL, work, &one);
	work(&two);
	pthread_join(thread, NULL);
	printf("%d %d\n", one, two);
	return 0;
}
