/* Unlock functions wake who waits, before they give the lock back: so do the sections of their callers. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
struct list { rcl_mutex_t lock; rcl_cond_t cond; int n; };
static struct list one = { RCL_MUTEX_INITIALIZER(list_lock), RCL_COND_INITIALIZER, 0 };

static rcl_mutex_t *list_mutex(struct list *l)
{
	return &l->lock;
}

static void unlock_list_held(struct list *l)
{
	rcl_cond_broadcast(&l->cond);
}

static void unlock_list2_held(struct list *l)
{
	rcl_cond_broadcast(&l->cond);
}

static void unlock_list3_held(struct list *l)
{
	l->n++;
}

struct a_cs {            /* l->lock, in.c:32-34 */
	struct list *l;  /* in */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	struct list *l = cs->l;

	l->n++;
	unlock_list_held(l);
	return 0;
}

static void a(struct list *l)
{
	struct a_cs cs = { .l = l };
	rcl_exec_anon(list_mutex(l), a_cs, &cs, sizeof(cs));
}

struct b_cs {            /* l->lock, in.c:39-41 */
	struct list *l;  /* in */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	struct list *l = cs->l;

	l->n++;
	unlock_list2_held(l);
	return 0;
}

static void b(struct list *l)
{
	struct b_cs cs = { .l = l };
	rcl_exec_anon(list_mutex(l), b_cs, &cs, sizeof(cs));
}

struct c_cs {            /* l->lock, in.c:46-48 */
	struct list *l;  /* in */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	struct list *l = cs->l;

	l->n++;
	unlock_list3_held(l);
	return 0;
}

static void c(struct list *l)
{
	struct c_cs cs = { .l = l };
	rcl_exec_anon(list_mutex(l), c_cs, &cs, sizeof(cs));
}

struct wait_for_cs {     /* l->lock, in.c:53-57 */
	struct list *l;  /* in */
	int n;           /* in */
};

static int wait_for_cs(void *ctx)
{
	struct wait_for_cs *cs = ctx;
	struct list *l = cs->l;
	int n = cs->n;

	while (l->n < n)
		rcl_cond_wait(&l->cond, &l->lock);
	l->n = 0;
	unlock_list_held(l);
	return 0;
}

static void wait_for(struct list *l, int n)
{
	struct wait_for_cs cs = { .l = l, .n = n };
	rcl_exec_blocking(list_mutex(l), wait_for_cs, &cs, sizeof(cs));
}

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < 10; i++)
		a(&one);
	return NULL;
}

int main(void)
{
	a(&one); b(&one); c(&one);
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	wait_for(&one, 14);
	pthread_join(thread, NULL);
	printf("%d\n", one.n);
	return 0;
}
