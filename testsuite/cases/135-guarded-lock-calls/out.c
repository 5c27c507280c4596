#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>

struct pool {
	rcl_mutex_t lock;
	int threads, used, peak;
};

static struct pool pool = { RCL_MUTEX_INITIALIZER(pool_lock), 0, 0, 0 };

struct obtain_cs {       /* p->lock, in.c:17-23 */
	struct pool *p;  /* in */
	int got;         /* in-out */
};

static int obtain_cs(void *ctx)
{
	struct obtain_cs *cs = ctx;
	struct pool *p = cs->p;
	int got = cs->got;

	if (p->used < 3)
		got = p->used++;
	cs->got = got;
	return 0;
}

/* A parameter says whether there is anybody else. */
static int obtain(struct pool *p, int locking)
{
	int got = -1;

	struct obtain_cs cs = { .p = p, .got = got };
	if (locking)
		rcl_exec_anon(&p->lock, obtain_cs, &cs, sizeof(cs));
	else
		obtain_cs(&cs);
	got = cs.got;
	return got;
}

/* pool.lock, in.c:30-34 */
static int release_cs(void *ctx)
{
	pool.used--;
	return 0;
}

static void release(int locking)
{
	if (locking)
		rcl_exec_anon(&pool.lock, release_cs, NULL, 0);
	else
		release_cs(NULL);
}

struct grow_pool_1_cs {  /* p->lock, in.c:42-52 */
	struct pool *p;  /* in */
	int by;          /* in */
	int left;        /* in-out */
};

static int grow_pool_1_cs(void *ctx)
{
	struct grow_pool_1_cs *cs = ctx;
	struct pool *p = cs->p;
	int by = cs->by;
	int left = cs->left;

	if (p->used + by > 200) {
		left = p->used;
		cs->left = left;
		return 1;
	}
	p->used += by;
	cs->left = left;
	return 0;
}

struct grow_pool_2_cs {  /* p->lock, in.c:54-59 */
	struct pool *p;  /* in */
};

static int grow_pool_2_cs(void *ctx)
{
	struct grow_pool_2_cs *cs = ctx;
	struct pool *p = cs->p;

	if (p->used > p->peak)
		p->peak = p->used;
	return 0;
}

/* A field does, which nothing that is called changes; more ways out, and twice. */
static int grow(struct pool *p, int by)
{
	int left = 0;

	struct grow_pool_1_cs cs = { .p = p, .by = by, .left = left };
	int way = p->threads > 1 || by > 100
			? rcl_exec_anon(&p->lock, grow_pool_1_cs, &cs, sizeof(cs))
			: grow_pool_1_cs(&cs);

	if (way == 1) {
		left = cs.left;
		return left - 200;
	}
	left = cs.left;
	printf("grown by %d\n", by);
	struct grow_pool_2_cs pool_2_cs = { .p = p };
	if (p->threads > 1 || by > 100)
		rcl_exec_anon(&p->lock, grow_pool_2_cs, &pool_2_cs, sizeof(pool_2_cs));
	else
		grow_pool_2_cs(&pool_2_cs);
	return left;
}

struct used_cs {         /* p->lock, in.c:68-74 */
	struct pool *p;  /* in */
	int n;           /* in-out */
};

static int used_cs(void *ctx)
{
	struct used_cs *cs = ctx;
	struct pool *p = cs->p;
	int n = cs->n;

	for (struct pool *each = p; each; each = NULL)
		n += each->used;
	cs->n = n;
	return 0;
}

/* The pool is locked if there is one. */
static int used(struct pool *p)
{
	int n = 0;

	struct used_cs cs = { .p = p, .n = n };
	if (p)
		rcl_exec_anon(&p->lock, used_cs, &cs, sizeof(cs));
	else
		used_cs(&cs);
	n = cs.n;
	return n;
}

static void start(struct pool *p)
{
	p->threads++;
}

struct first_cs {        /* p->lock, in.c:87-91 */
	struct pool *p;  /* in */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	struct pool *p = cs->p;

	p->used++;
	start(p);
	p->threads--;
	return RCL_KEEP;
}

/* What is called changes the condition. */
static void first(struct pool *p)
{
	struct first_cs cs = { .p = p };
	if (p->threads)
		rcl_exec_anon(&p->lock, first_cs, &cs, sizeof(cs));
	else
		first_cs(&cs);
	if (p->threads)
		rcl_unlock(&p->lock);
}

struct counted_cs {      /* p->lock, in.c:102-107 */
	struct pool *p;  /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	struct pool *p = cs->p;

	p->peak++;
	return RCL_KEEP;
}

/* More than the lock call depends on it. */
static int counted(struct pool *p, int locking)
{
	int n;

	if (locking) {
		struct counted_cs cs = { .p = p };
		rcl_exec_anon(&p->lock, counted_cs, &cs, sizeof(cs));
	}
	n = p->peak;
	if (locking)
		rcl_unlock(&p->lock);
	return n;
}

struct kept_cs {         /* p->lock, in.c:114-119 */
	struct pool *p;  /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	struct pool *p = cs->p;

	if (p->used > 5)
		return RCL_KEEP | 1;
	return 0;
}

/* Handed to its caller with the lock. */
static int kept(struct pool *p, int locking)
{
	struct kept_cs cs = { .p = p };
	int way = locking
			? rcl_exec_anon(&p->lock, kept_cs, &cs, sizeof(cs))
			: kept_cs(&cs) & ~RCL_KEEP;

	if (way == 1)
		return 1;
	return 0;
}

int main(void)
{
	printf("%d", obtain(&pool, 0));
	printf(" %d", obtain(&pool, 1));
	release(1);
	printf(" %d\n", grow(&pool, 10));
	pool.threads = 2;
	printf("%d", grow(&pool, 180));
	printf(" %d", grow(&pool, 20));
	release(0);
	printf(" %d %d", used(&pool), used(NULL));
	first(&pool);
	printf(" %d %d", counted(&pool, 1), counted(&pool, 0));
	if (kept(&pool, 1))
		rcl_unlock(&pool.lock);
	printf(" %d %d\n", pool.used, pool.peak);
	return 0;
}
