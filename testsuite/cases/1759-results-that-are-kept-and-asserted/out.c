/* Results of lock calls that a variable keeps for an assertion about them, and for nothing else. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define CHECK(ok) do { if (!(ok)) fprintf(stderr, "failed\n"); } while (0)

struct pool {
	rcl_mutex_t lock;
	rcl_mutex_t fork_lock;
	pthread_cond_t idle;
	int jobs, told;
};

static struct pool pool = {
	RCL_MUTEX_INITIALIZER(pool_lock), RCL_MUTEX_INITIALIZER(pool_fork_lock), PTHREAD_COND_INITIALIZER, 0, 0
};

struct add_cs {          /* p->lock, in.c:23-26 */
	struct pool *p;  /* in */
	int n;           /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct pool *p = cs->p;
	int n = cs->n;

	p->jobs += n;
	return 0;
}

static int add(struct pool *p, int n)
{
	struct add_cs cs = { .p = p, .n = n };
	rcl_exec_anon(&p->lock, add_cs, &cs, sizeof(cs));
	return n;
}

struct take_cs {         /* p->lock, in.c:35-44 */
	struct pool *p;  /* in */
	int res;         /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct pool *p = cs->p;
	int res;

	if (p->jobs == 0) {
		return 1;
	}
	res = --p->jobs;
	cs->res = res;
	return 0;
}

static int take(struct pool *p)
{
	int res;

	struct take_cs cs = { .p = p };
	int way = rcl_exec_anon(&p->lock, take_cs, &cs, sizeof(cs));

	res = way < 0 ? -way : 0;
	if (res != 0)
		return res;
	if (way == 1)
		return -1;
	res = cs.res;
	return res;
}

struct tell_cs {         /* p->lock, in.c:54-59 */
	struct pool *p;  /* in */
};

static int tell_cs(void *ctx)
{
	struct tell_cs *cs = ctx;
	struct pool *p = cs->p;
	int ret;

	p->told++;
	ret = pthread_cond_signal(&p->idle);
	assert(ret == 0);
	return 0;
}

/* Here the section signals, too, with a result that is asserted and stays. */
static void tell(struct pool *p)
{
	struct tell_cs cs = { .p = p };
	rcl_exec_anon(&p->lock, tell_cs, &cs, sizeof(cs));
}

/* This only waits for who has the lock. */
static void wait_for_fork(struct pool *p)
{
	int ret;

	ret = rcl_lock(&p->fork_lock);
	assert(ret == 0);
	ret = rcl_unlock(&p->fork_lock);
	assert(ret == 0);
}

struct reported_cs {     /* p->lock, in.c:79-82 */
	struct pool *p;  /* in */
	int ret;         /* out */
};

static int reported_cs(void *ctx)
{
	struct reported_cs *cs = ctx;
	struct pool *p = cs->p;
	int ret;

	ret = 0;
	assert(ret == 0);
	p->jobs++;
	cs->ret = ret;
	return 0;
}

/* Here the result is asked for later. */
static int reported(struct pool *p)
{
	int ret;

	struct reported_cs cs = { .p = p };
	rcl_exec_anon(&p->lock, reported_cs, &cs, sizeof(cs));
	ret = cs.ret;
	return ret;
}

struct more_cs {         /* p->lock, in.c:91-94 */
	struct pool *p;  /* in */
	int n;           /* in */
};

static int more_cs(void *ctx)
{
	struct more_cs *cs = ctx;
	struct pool *p = cs->p;
	int n = cs->n;
	int ret;

	ret = 0;
	assert(ret == 0 && n > 0);
	p->jobs += n;
	return 0;
}

/* The assertion is about something else, too. */
static int more(struct pool *p, int n)
{
	struct more_cs cs = { .p = p, .n = n };
	rcl_exec_anon(&p->lock, more_cs, &cs, sizeof(cs));
	return n;
}

static rcl_mutex_t *pool_mutex(struct pool *p)
{
	return &p->lock;
}

struct all_cs {          /* p->lock, in.c:118-127 */
	struct pool *p;  /* in */
	int sum;         /* in-out */
};

static int all_cs(void *ctx)
{
	struct all_cs *cs = ctx;
	struct pool *p = cs->p;
	int sum = cs->sum;

	p->jobs++;
	if (p->jobs == 2) {
		cs->sum = sum;
		return 1;
	}
	sum += p->jobs;
	cs->sum = sum;
	return 0;
}

/* These say that they have the lock. */
static int all(struct pool *p)
{
	int sum = 0;

	for (int i = 0; i < 3; i++) {
		struct all_cs cs = { .p = p, .sum = sum };
		if (rcl_exec_anon(pool_mutex(p), all_cs, &cs, sizeof(cs)) == 1) {
			sum = cs.sum;
			continue;
		}
		sum = cs.sum;
	}
	return sum;
}

int main(void)
{
	printf("%d", add(&pool, 2));
	printf(" %d", take(&pool));
	tell(&pool);
	wait_for_fork(&pool);
	printf(" %d", reported(&pool));
	printf(" %d", more(&pool, 3));
	printf(" %d", all(&pool));
	printf(" %d %d\n", pool.jobs, pool.told);
	return 0;
}
