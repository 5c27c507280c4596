#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCKS

struct list {
	int n, *tab;
	rcl_mutex_t lock;
};

struct add_cs {          /* l->lock, in.c:15-21 */
	struct list *l;  /* in */
	int more;        /* in */
	int n;           /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct list *l = cs->l;
	int more = cs->more;
	int n;

	n = l->n;
	l->n = n + more;
	cs->n = n;
	return 0;
}

static int add(struct list *l, int more)
{
	int n;

	struct add_cs cs = { .l = l, .more = more };
#ifdef LOCKS
	/* Lock list */
	/* Unlock list */
	rcl_exec_anon(&l->lock, add_cs, &cs, sizeof(cs));
#else
	add_cs(&cs);
#endif /* LOCKS */
	n = cs.n;
	return n;
}

struct full_cs {         /* l->lock, in.c:28-39 */
	struct list *l;  /* in */
};

static int full_cs(void *ctx)
{
	struct full_cs *cs = ctx;
	struct list *l = cs->l;

	if (l->n == 3) {
		return 1;
	}
	l->n++;
	return 0;
}

static int full(struct list *l)
{
	struct full_cs cs = { .l = l };
	int way;
#ifdef LOCKS
	// from here on
	// up to here
	way = rcl_exec_anon(&l->lock, full_cs, &cs, sizeof(cs));
#else
	way = full_cs(&cs);
#endif
	if (way == 1) {
		return 1;
	}
	return 0;
}

#ifdef LOCKS
struct counted_cs {      /* l->lock, in.c:49 */
	struct list *l;  /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	struct list *l = cs->l;

	/* lock */ l->n++; /* and count */
	return RCL_KEEP;
}
#endif

static int counted(struct list *l)
{
	int n;

#ifdef LOCKS
	struct counted_cs cs = { .l = l };
	rcl_exec_anon(&l->lock, counted_cs, &cs, sizeof(cs));
#endif
	n = l->n;
#ifdef LOCKS
	rcl_unlock(&l->lock);         /* unlock */
#endif
	return n;
}

int main(void)
{
	struct list l = { 0, NULL, RCL_MUTEX_INITIALIZER(list_lock) };

	printf("%d ", add(&l, 2));
	printf("%d ", full(&l));
	printf("%d %d\n", full(&l), counted(&l));
	return 0;
}
