/* The types of functions that get mutexes through pointers, wherever they are spelled. */
#include <pthread.h>
#include <stdio.h>

typedef void release_fn(pthread_mutex_t *, int);
typedef int (*taker)(pthread_mutex_t *, int);
struct box {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int items;
};
struct ops {
	int (*take)(pthread_mutex_t *m, int n);
	release_fn *give;
	pthread_mutex_t *(*find)(struct box *);
	int (*wait[2])(pthread_cond_t *, pthread_mutex_t *);
	void (*reserved)(pthread_mutex_t *, pthread_cond_t *);
	int (*each)(int (*f)(pthread_mutex_t *, int), struct box *);
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static int n;

static int take(pthread_mutex_t *p, int k)
{
	int r = pthread_mutex_lock(p);

	n += k;
	return r;
}

static void give(pthread_mutex_t *p, int k)
{
	n -= k;
	pthread_mutex_unlock(p);
}

static pthread_mutex_t *find(struct box *b) { return &b->lock; }
static int waits(pthread_cond_t *c, pthread_mutex_t *p) { n += c != NULL && p != NULL; return 0; }
static int each(int (*f)(pthread_mutex_t *, int), struct box *b)
{
	int r = f(&b->lock, 1);

	give(&b->lock, 1);
	return r;
}

static const struct ops ops = { take, give, find, { waits, waits }, NULL, each };

int with(int (*const *f)(pthread_mutex_t *, int), release_fn g, struct box *b);

int with(int (*const *f)(pthread_mutex_t *, int), release_fn g, struct box *b)
{
	int (*local)(pthread_mutex_t *, int) = *f;
	pthread_mutex_t *(*where)(struct box *) = ops.find;
	int r;

	r = local(where(b), 5);
	b->items += n;
	g(ops.find(b), 5);
	return r + b->items;
}

int captured(taker f, int (*plain)(pthread_mutex_t *, int), struct ops *o)
{
	int r = 0;

	pthread_mutex_lock(&m);
	if (plain != NULL && f == plain)
		r = o->take == f;
	n += r;
	pthread_mutex_unlock(&m);
	return r + n;
}

int calls(int (*plain)(pthread_mutex_t *, int), struct box *b)
{
	int r;

	pthread_mutex_lock(&m);
	r = plain(&b->lock, 2);
	b->items++;
	ops.give(&b->lock, 2);
	plain = NULL;
	pthread_mutex_unlock(&m);
	return r + b->items + (plain == NULL);
}

int assigned(struct box *b)
{
	int (*f)(pthread_mutex_t *, int);

	pthread_mutex_lock(&b->lock);
	f = b->items > 1 ? take : NULL;
	b->items++;
	pthread_mutex_unlock(&b->lock);
	if (f && f(&m, 3) == 0)
		give(&m, 3);
	return b->items;
}

int cast(void *p, struct box *b)
{
	int r = ((int (*)(pthread_mutex_t *, int))p)(&b->lock, 4);

	b->items += 4;
	pthread_mutex_unlock(&b->lock);
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
