#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pool {
	rcl_mutex_t lock;
	rcl_cond_t more;
	int threads, active, jobs, done;
};

struct reader {
	struct pool base;
	int next;
};

static struct reader reader = { { RCL_MUTEX_INITIALIZER(pool_lock), RCL_COND_INITIALIZER, 2, 1, 3, 0 }, 0 };

static int is_threaded(struct pool *p)
{
	return p->threads > 1 && p->active;
}

static rcl_mutex_t *pool_mutex(struct pool *p)
{
	return &p->lock;
}

static void unlock_pool(struct pool *p)
{
	if (is_threaded(p))
		rcl_unlock(&p->lock);
}

struct add_cs {          /* p->lock, in.c:37-39 */
	struct pool *p;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct pool *p = cs->p;

	p->jobs++;
	return 0;
}

static void add(struct pool *p)
{
	struct add_cs cs = { .p = p };
	if (is_threaded(p)) {
		rcl_exec_anon(pool_mutex(p), add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
}

struct take_cs {           /* r->base.lock, in.c:47-51 */
	struct reader *r;  /* in */
	int got;           /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct reader *r = cs->r;
	int got;

	got = r->base.jobs--;
	if (is_threaded(&r->base))
		rcl_cond_signal(&r->base.more);
	cs->got = got;
	return 0;
}

/* What is asked inside is the same, and the argument is an expression. */
static int take(struct reader *r)
{
	int got;

	struct take_cs cs = { .r = r };
	if (is_threaded(&r->base)) {
		rcl_exec_anon(pool_mutex(&r->base), take_cs, &cs, sizeof(cs));
	} else {
		take_cs(&cs);
	}
	got = cs.got;
	return got;
}

struct next_cs {           /* r->base.lock, in.c:58-66 */
	struct reader *r;  /* in */
};

static int next_cs(void *ctx)
{
	struct next_cs *cs = ctx;
	struct reader *r = cs->r;

	if (r->next > 100) {
		return 1;
	}
	while (r->base.jobs == 0)
		rcl_cond_wait(&r->base.more, &r->base.lock);
	r->next += r->base.jobs;
	return 0;
}

/* A wait for a condition, and a way out in the middle. */
static int next(struct reader *r)
{
	struct next_cs cs = { .r = r };
	int way = is_threaded(&r->base)
			? rcl_exec_blocking(pool_mutex(&r->base), next_cs, &cs, sizeof(cs))
			: next_cs(&cs);

	if (way == 1) {
		return -1;
	}
	return r->next;
}

struct finish_cs {       /* p->lock, in.c:73-77 */
	struct pool *p;  /* in */
};

static int finish_cs(void *ctx)
{
	struct finish_cs *cs = ctx;
	struct pool *p = cs->p;

	p->done++;
	return 0;
}

/* The condition itself, in the function. */
static void finish(struct pool *p)
{
	struct finish_cs cs = { .p = p };
	if (is_threaded(p)) {
		rcl_exec_anon(&p->lock, finish_cs, &cs, sizeof(cs));
	} else {
		finish_cs(&cs);
	}
}

/* What is called changes the condition. */
static void stop(struct pool *p)
{
	p->active = 0;
}

struct last_cs {         /* p->lock, in.c:88-91 */
	struct pool *p;  /* in */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	struct pool *p = cs->p;

	p->done++;
	stop(p);
	p->active = 1;
	return RCL_KEEP;
}

static void last(struct pool *p)
{
	struct last_cs cs = { .p = p };
	if (is_threaded(p)) {
		rcl_exec_anon(pool_mutex(p), last_cs, &cs, sizeof(cs));
	} else {
		last_cs(&cs);
	}
	unlock_pool(p);
}

struct pause_all_cs {       /* p->lock, in.c:98-101 */
	struct pool *p;     /* in */
	struct pool *same;  /* in */
};

static int pause_all_cs(void *ctx)
{
	struct pause_all_cs *cs = ctx;
	struct pool *p = cs->p;
	struct pool *same = cs->same;

	p->done++;
	same->active = !same->active;
	same->active = 1;
	return RCL_KEEP;
}

/* Another name of the pool changes it. */
static void pause_all(struct pool *p, struct pool *same)
{
	struct pause_all_cs cs = { .p = p, .same = same };
	if (is_threaded(p)) {
		rcl_exec_anon(pool_mutex(p), pause_all_cs, &cs, sizeof(cs));
	} else {
		pause_all_cs(&cs);
	}
	unlock_pool(p);
}

struct count_cs {        /* p->lock, in.c:110-111 */
	struct pool *p;  /* in */
	int n;           /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct pool *p = cs->p;
	int n;

	n = p->done;
	cs->n = n;
	return RCL_KEEP;
}

/* The release asks nothing. */
static int count(struct pool *p)
{
	int n;

	struct count_cs cs = { .p = p };
	if (is_threaded(p)) {
		rcl_exec_anon(pool_mutex(p), count_cs, &cs, sizeof(cs));
	} else {
		count_cs(&cs);
	}
	n = cs.n;
	rcl_unlock(&p->lock);
	return n;
}

struct both_cs {         /* p->lock, in.c:121-122 */
	struct pool *p;  /* in */
	int n;           /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	struct pool *p = cs->p;
	int n;

	n = p->done + p->jobs;
	cs->n = n;
	return RCL_KEEP;
}

/* Only the release asks. */
static int both(struct pool *p)
{
	int n;

	struct both_cs cs = { .p = p };
	rcl_exec_anon(&p->lock, both_cs, &cs, sizeof(cs));
	n = cs.n;
	unlock_pool(p);
	return n;
}

int main(void)
{
	struct pool *p = &reader.base;

	add(p);
	printf("%d", take(&reader));
	printf(" %d", next(&reader));
	finish(p);
	last(p);
	pause_all(p, p);
	printf(" %d %d\n", count(p), both(p));
	p->active = 0;
	add(p);
	finish(p);
	printf("%d", take(&reader));
	reader.next = 200;
	printf(" %d %d\n", next(&reader), p->done);
	return 0;
}
