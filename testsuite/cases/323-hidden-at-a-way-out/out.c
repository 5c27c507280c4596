/* Where a section is left, the name of a variable that it hands back means another one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t cond = RCL_COND_INITIALIZER;
static int total = 3;

struct left_cs {  /* lock, in.c:13-22 */
	int n;    /* in */
	int way;  /* in-out */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	int n = cs->n;
	int way = cs->way;

	if (n > 2) {
		way -= 2;
		cs->way = way;
		return RCL_KEEP | 1;
	} else {
		total++;
		cs->way = way;
		return 2;
	}
}

static int left(int n)
{
	int way = n;

	struct left_cs cs = { .n = n, .way = way };
	int way_out = rcl_exec_anon(&lock, left_cs, &cs, sizeof(cs));
	way = cs.way;

	if (way_out == 1) {
		int way = total;
		total += way;
		rcl_unlock(&lock);
	}
	return way;
}

static int paused(int n)
{
	int way = n;

	rcl_lock(&lock);
	for (int i = 0; i < 2; i++) {
		way += total;
		int way = i + total;
		total += way;
		rcl_unlock(&lock);
		n++;
		rcl_lock(&lock);
		total += n;
	}
	rcl_unlock(&lock);
	return way;
}

struct waited_cs {  /* lock, in.c:48-58 */
	int way;    /* in-out */
};

static int waited_cs(void *ctx)
{
	struct waited_cs *cs = ctx;
	int way = cs->way;

	total++;
	while (total < 0) {
		way += total;
		int way = total;
		total += way;
		rcl_cond_wait(&cond, &lock);
		total++;
	}
	way += total;
	cs->way = way;
	return 0;
}

static int waited(int n)
{
	int way = n;

	struct waited_cs cs = { .way = way };
	rcl_exec_blocking(&lock, waited_cs, &cs, sizeof(cs));
	way = cs.way;
	return way;
}

struct cut_cs {   /* lock, in.c:67-69 */
	int n;    /* in */
	int way;  /* in-out */
};

static int cut_cs(void *ctx)
{
	struct cut_cs *cs = ctx;
	int n = cs->n;
	int way = cs->way;

	total += n;
	way += total;
	cs->way = way;
	return RCL_KEEP;
}

/* cut before the block that hides it */
static int cut(int n)
{
	int way = n;

	struct cut_cs cs = { .n = n, .way = way };
	rcl_exec_anon(&lock, cut_cs, &cs, sizeof(cs));
	way = cs.way;
	if (n > 2) {
		int way = total;
		total += way;
		rcl_unlock(&lock);
		return n;
	}
	rcl_unlock(&lock);
	return way;
}

struct others_cs {  /* lock, in.c:85-98 */
	int n;      /* in */
	int way;    /* in-out */
	int at;     /* in */
};

static int others_cs(void *ctx)
{
	struct others_cs *cs = ctx;
	int n = cs->n;
	int way = cs->way;
	int at = cs->at;

	{
		int way = total;
		total += way;
	}
	if (n > 2) {
		way -= 2;
		int at = total;
		total += at;
		cs->way = way;
		return 1;
	}
	total += at;
	cs->way = way;
	return 0;
}

/* in another block, before, or not handed back: shipped */
static int others(int n)
{
	int way = n, at = n * 2;

	struct others_cs cs = { .n = n, .way = way, .at = at };
	if (rcl_exec_anon(&lock, others_cs, &cs, sizeof(cs)) == 1) {
		way = cs.way;
		return way;
	}
	way = cs.way;
	return way + at;
}

int main(void)
{
	printf("%d %d", left(1), left(5));
	printf(" %d", paused(2));
	printf(" %d %d %d", waited(2), cut(1), cut(4));
	printf(" %d %d %d\n", others(1), others(5), total);
	return 0;
}
