/* The types of functions that get mutexes through pointers, wherever they are spelled. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef void release_fn(rcl_mutex_t *, int);
typedef int (*taker)(rcl_mutex_t *, int);
struct box {
	rcl_mutex_t lock;
	pthread_cond_t more;
	int items;
};
struct ops {
	int (*take)(rcl_mutex_t *m, int n);
	release_fn *give;
	rcl_mutex_t *(*find)(struct box *);
	int (*wait[2])(pthread_cond_t *, rcl_mutex_t *);
	void (*reserved)(pthread_mutex_t *, pthread_cond_t *);
	int (*each)(int (*f)(rcl_mutex_t *, int), struct box *);
};
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), PTHREAD_COND_INITIALIZER, 0 };
static int n;

struct take_cs {  /* p, in.c:26-29 */
	int k;    /* in */
	int r;    /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int k = cs->k;
	int r = 0;

	n += k;
	cs->r = r;
	return RCL_KEEP | 1;
}

static int take(rcl_mutex_t *p, int k)
{
	struct take_cs cs = { .k = k };
	rcl_exec_anon(p, take_cs, &cs, sizeof(cs));
	int r = cs.r;
	return r;
}

static void give(rcl_mutex_t *p, int k)
{
	n -= k;
	rcl_unlock(p);
}

static rcl_mutex_t *find(struct box *b) { return &b->lock; }
static int waits(pthread_cond_t *c, rcl_mutex_t *p) { n += c != NULL && p != NULL; return 0; }
static int each(int (*f)(rcl_mutex_t *, int), struct box *b)
{
	int r = f(&b->lock, 1);

	give(&b->lock, 1);
	return r;
}

static const struct ops ops = { take, give, find, { waits, waits }, NULL, each };

int with(int (*const *f)(rcl_mutex_t *, int), release_fn g, struct box *b);

int with(int (*const *f)(rcl_mutex_t *, int), release_fn g, struct box *b)
{
	int (*local)(rcl_mutex_t *, int) = *f;
	rcl_mutex_t *(*where)(struct box *) = ops.find;
	int r;

	r = local(where(b), 5);
	b->items += n;
	g(ops.find(b), 5);
	return r + b->items;
}

struct captured_cs {                       /* m, in.c:68-72 */
	taker f;                           /* in */
	int (*plain)(rcl_mutex_t *, int);  /* in */
	struct ops *o;                     /* in */
	int r;                             /* in-out */
};

static int captured_cs(void *ctx)
{
	struct captured_cs *cs = ctx;
	taker f = cs->f;
	int (*plain)(rcl_mutex_t *, int) = cs->plain;
	struct ops *o = cs->o;
	int r = cs->r;

	if (plain != NULL && f == plain)
		r = o->take == f;
	n += r;
	cs->r = r;
	return 0;
}

int captured(taker f, int (*plain)(rcl_mutex_t *, int), struct ops *o)
{
	int r = 0;

	struct captured_cs cs = { .f = f, .plain = plain, .o = o, .r = r };
	rcl_exec_anon(&m, captured_cs, &cs, sizeof(cs));
	r = cs.r;
	return r + n;
}

struct calls_cs {                          /* m, in.c:80-82 */
	int (*plain)(rcl_mutex_t *, int);  /* in */
	struct box *b;                     /* in */
	int r;                             /* out */
};

static int calls_cs(void *ctx)
{
	struct calls_cs *cs = ctx;
	int (*plain)(rcl_mutex_t *, int) = cs->plain;
	struct box *b = cs->b;
	int r;

	r = plain(&b->lock, 2);
	b->items++;
	cs->r = r;
	return RCL_KEEP;
}

int calls(int (*plain)(rcl_mutex_t *, int), struct box *b)
{
	int r;

	struct calls_cs cs = { .plain = plain, .b = b };
	rcl_exec_anon(&m, calls_cs, &cs, sizeof(cs));
	r = cs.r;
	ops.give(&b->lock, 2);
	plain = NULL;
	rcl_unlock(&m);
	return r + b->items + (plain == NULL);
}

struct assigned_cs {                   /* b->lock, in.c:93-96 */
	struct box *b;                 /* in */
	int (*f)(rcl_mutex_t *, int);  /* out */
};

static int assigned_cs(void *ctx)
{
	struct assigned_cs *cs = ctx;
	struct box *b = cs->b;
	int (*f)(rcl_mutex_t *, int);

	f = b->items > 1 ? take : NULL;
	b->items++;
	cs->f = f;
	return 0;
}

int assigned(struct box *b)
{
	int (*f)(rcl_mutex_t *, int);

	struct assigned_cs cs = { .b = b };
	rcl_exec_anon(&b->lock, assigned_cs, &cs, sizeof(cs));
	f = cs.f;
	if (f && f(&m, 3) == 0)
		give(&m, 3);
	return b->items;
}

int cast(void *p, struct box *b)
{
	int r = ((int (*)(rcl_mutex_t *, int))p)(&b->lock, 4);

	b->items += 4;
	rcl_unlock(&b->lock);
	return r + (int)sizeof(int (*)(pthread_mutex_t *));
}

int main(void)
{
	struct ops o = ops;
	int i;

	for (i = 0; i < 3; i++) {
		printf("%d\n", with(&o.take, give, &box));
		printf("%d\n", captured(take, take, &o));
		printf("%d\n", calls(take, &box));
		printf("%d %d\n", assigned(&box), o.each(take, &box));
		printf("%d %d\n", o.wait[1](&box.more, &box.lock), n);
	}
	printf("%d\n", cast((void *)take, &box));
	return 0;
}
