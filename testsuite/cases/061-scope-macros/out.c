#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef rcl_mutex_t mutex;

static inline void mutex_lock(mutex *m)
{
	int ret = rcl_lock(m);
	assert(ret == 0);
	(void)ret;
}

static inline void mutex_unlock(mutex *m)
{
	int ret = rcl_unlock(m);
	assert(ret == 0);
	(void)ret;
}

/* Two loops: break and continue leave the block and release. */
#define sync(m) sync_helper1(m, __LINE__)
#define sync_helper1(m, line) sync_helper2(m, line)
#define sync_helper2(m, line) \
	for (unsigned int i_ ## line = 0; \
			i_ ## line \
				? (mutex_unlock(&(m)), 0) \
				: (mutex_lock(&(m)), 1); \
			i_ ## line = 1) \
		for (unsigned int j_ ## line = 0; !j_ ## line; j_ ## line = 1)

/* One loop: break skips the release. */
#define SYNCHRONIZED(m) \
	for (int once = (rcl_lock(m), 1); once; once = 0, rcl_unlock(m))

struct coder {
	mutex mutex;
	int state;
	int total;
	int limit;
};

static rcl_mutex_t stats_mutex = RCL_MUTEX_INITIALIZER(stats_mutex);
static int stats;

struct get_state_cs {         /* coder->mutex, in.c:50-51 */
	struct coder *coder;  /* in */
	int state;            /* out */
};

static int get_state_cs(void *ctx)
{
	struct get_state_cs *cs = ctx;
	struct coder *coder = cs->coder;
	int state;

	state = coder->state;
	cs->state = state;
	return 0;
}

static int get_state(struct coder *coder)
{
	int state;

	struct get_state_cs cs = { .coder = coder };
	rcl_exec_anon(&coder->mutex, get_state_cs, &cs, sizeof(cs));
	state = cs.state;
	return state;
}

struct advance_cs {           /* coder->mutex, in.c:59-73 */
	struct coder *coder;  /* in */
	int n;                /* in */
	int left;             /* in-out */
};

static int advance_cs(void *ctx)
{
	struct advance_cs *cs = ctx;
	struct coder *coder = cs->coder;
	int n = cs->n;
	int left = cs->left;

	/* Nothing to do. */
	if (coder->limit == 0) {
		cs->left = left;
		return 0;
	}
	if (n == 0) {
		left = -1;
		cs->left = left;
		return 0;
	}
	for (int i = 0; i < n; i++) {
		if (coder->total == coder->limit)
			break;
		coder->total++;
	}
	left = coder->limit - coder->total;
	cs->left = left;
	return 0;
}

static int advance(struct coder *coder, int n)
{
	int left = 0;

	struct advance_cs cs = { .coder = coder, .n = n, .left = left };
	rcl_exec_anon(&coder->mutex, advance_cs, &cs, sizeof(cs));
	left = cs.left;
	return left;
}

struct find_coders_cs {        /* coders[i].mutex, in.c:83-91 */
	struct coder *coders;  /* in */
	int total;             /* in */
	int found;             /* in-out */
	int i;                 /* in */
};

static int find_coders_cs(void *ctx)
{
	struct find_coders_cs *cs = ctx;
	struct coder *coders = cs->coders;
	int total = cs->total;
	int found = cs->found;
	int i = cs->i;

	if (coders[i].limit == 0) {
		cs->found = found;
		return 0;
	}
	if (coders[i].total == total)
		return RCL_KEEP | 2;
	if (coders[i].total == total + 1)
		return RCL_KEEP | 3;
	found += coders[i].state;
	cs->found = found;
	return 0;
}

struct find_stats_cs {  /* stats_mutex, in.c:92-97 */
	int found;      /* in */
};

static int find_stats_cs(void *ctx)
{
	struct find_stats_cs *cs = ctx;
	int found = cs->found;

	if (found == 0)
		return 0;
	stats += found;
	return 0;
}

/* In both loops and the function: break ends the block only, return and goto keep the lock, as they always have. */
static int find(struct coder *coders, int n, int total)
{
	int found = 0;

	for (int i = 0; i < n; i++) {
		struct find_coders_cs cs = {
			.coders = coders,
			.total = total,
			.found = found,
			.i = i,
		};
		switch (rcl_exec_anon(&coders[i].mutex, find_coders_cs, &cs, sizeof(cs))) {
		case 2:
			return i;
		case 3:
			goto above;
		}
		found = cs.found;
		struct find_stats_cs stats_cs = { .found = found };
		rcl_exec_anon(&stats_mutex, find_stats_cs, &stats_cs, sizeof(stats_cs));
	}
	return -1;
above:
	return -2;
}

struct finish_stats_cs {      /* stats_mutex, in.c:107-109 */
	struct coder *coder;  /* in */
};

static int finish_stats_cs(void *ctx)
{
	struct finish_stats_cs *cs = ctx;
	struct coder *coder = cs->coder;

	stats += coder->total;
	return 0;
}

struct finish_coder_cs {      /* coder->mutex, in.c:106-111 */
	struct coder *coder;  /* in */
};

static int finish_coder_cs(void *ctx)
{
	struct finish_coder_cs *cs = ctx;
	struct coder *coder = cs->coder;
	struct finish_stats_cs stats_cs = { .coder = coder };
	rcl_exec_anon(&stats_mutex, finish_stats_cs, &stats_cs, sizeof(stats_cs));
	coder->total = 0;
	return 0;
}

static void finish(struct coder *coder)
{
	struct finish_coder_cs cs = { .coder = coder };
	rcl_exec_anon(&coder->mutex, finish_coder_cs, &cs, sizeof(cs));
}

/* This break has always kept the lock. */
static int odd(struct coder *coder)
{
	int total = 0;

	SYNCHRONIZED(&coder->mutex) {
		if (coder->limit == 0)
			break;
		total = coder->total;
	}
	if (coder->limit == 0)
		mutex_unlock(&coder->mutex);
	return total;
}

int main(void)
{
	static struct coder coders[3];

	for (int i = 0; i < 3; i++) {
		rcl_mutex_init(&coders[i].mutex, NULL, coder_mutex);
		coders[i].limit = 5 * i;
		coders[i].state = i;
	}
	printf("%d %d %d\n", advance(&coders[0], 3), advance(&coders[1], 3), advance(&coders[2], 0));
	printf("%d %d\n", get_state(&coders[2]), find(coders, 3, 7));
	printf("%d\n", find(coders, 3, 3));
	mutex_unlock(&coders[1].mutex);
	printf("%d\n", find(coders, 3, 2));
	mutex_unlock(&coders[1].mutex);
	finish(&coders[1]);
	printf("%d %d %d\n", odd(&coders[0]), odd(&coders[2]), stats);
	return 0;
}
