/* Lock functions that do more than note something, or not always: their callers' sections stay in place. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; pthread_t owner; int held; const char *where; };

static struct my_mutex first = { RCL_MUTEX_INITIALIZER(my_mutex_m_in), 0, 0, NULL };
static struct my_mutex second = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_8), 0, 0, NULL };
static struct my_mutex third = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_9), 0, 0, NULL };
static struct my_mutex fourth = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_10), 0, 0, NULL };
static struct my_mutex fifth = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_11), 0, 0, NULL };
static struct my_mutex *current = &fourth;
static int sum, waited, debug, shadow;

struct lock_some_cs {        /* l->m, in.c:18-21 */
	struct my_mutex *l;  /* in */
};

static int lock_some_cs(void *ctx)
{
	struct lock_some_cs *cs = ctx;
	struct my_mutex *l = cs->l;

	if (!debug)
		return RCL_KEEP | 1;
	l->held = 1;
	return RCL_KEEP;
}

/* only sometimes */
static void lock_some(struct my_mutex *l)
{
	struct lock_some_cs cs = { .l = l };
	if (rcl_exec_anon(&l->m, lock_some_cs, &cs, sizeof(cs)) == 1)
		return;
}

static void unlock_some(struct my_mutex *l) { l->held = 0; rcl_unlock(&l->m); }

static rcl_mutex_t *counted_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void lock_counted_ahead(void)
{
	__sync_fetch_and_add(&waited, 1);
}

static void lock_counted_held(struct my_mutex *l)
{
	l->held = 1;
}

static void unlock_counted(struct my_mutex *l) { l->held = 0; __sync_fetch_and_add(&waited, rcl_unlock(&l->m) == 0); }

struct lock_after_cs {       /* l->m, in.c:35-36 */
	struct my_mutex *l;  /* in */
	int before;          /* in */
};

static int lock_after_cs(void *ctx)
{
	struct lock_after_cs *cs = ctx;
	struct my_mutex *l = cs->l;
	int before = cs->before;

	l->held = before + 1;
	return RCL_KEEP;
}

/* by a value from before it had the lock */
static void lock_after(struct my_mutex *l)
{
	int before = l->held;

	struct lock_after_cs cs = { .l = l, .before = before };
	rcl_exec_anon(&l->m, lock_after_cs, &cs, sizeof(cs));
}

static void unlock_after(struct my_mutex *l) { l->held = 0; rcl_unlock(&l->m); }

/* with where it stands */
static void lock_here(struct my_mutex *l)
{
	rcl_lock(&l->m);
	l->where = __func__;
}

static void unlock_here(struct my_mutex *l) { rcl_unlock(&l->m); }

struct lock_pointed_cs {     /* l->m, in.c:51 */
	struct my_mutex *l;  /* in */
};

static int lock_pointed_cs(void *ctx) {
	struct lock_pointed_cs *cs = ctx;
	struct my_mutex *l = cs->l;

	l->held = 1;
	return RCL_KEEP;
}

/* through a pointer, too */
static void lock_pointed(struct my_mutex *l) {
	struct lock_pointed_cs cs = { .l = l };
	rcl_exec_anon(&l->m, lock_pointed_cs, &cs, sizeof(cs));
}
static void unlock_pointed(struct my_mutex *l) { l->held = 0; rcl_unlock(&l->m); }
static void (*locking)(struct my_mutex *) = lock_pointed;

static void some(int n)
{
	lock_some(&first);
	sum += n;
	unlock_some(&first);
}

struct counted_cs {  /* second.m, in.c:64-65 */
	int n;       /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	lock_counted_held(&second);
	shadow += n;
	return RCL_KEEP;
}

static void counted(int n)
{
	struct counted_cs cs = { .n = n };
	lock_counted_ahead();
	rcl_exec_anon(counted_mutex(&second), counted_cs, &cs, sizeof(cs));
	unlock_counted(&second);
}

static void after(int n)
{
	lock_after(&third);
	waited += 0 * n;
	unlock_after(&third);
}

static void here(int n)
{
	lock_here(current);
	debug += 0 * n;
	unlock_here(current);
}

static void pointed(int n)
{
	lock_pointed(&fifth);
	fifth.held += n;
	unlock_pointed(&fifth);
	locking(&fifth);
	fifth.held += n;
	unlock_pointed(&fifth);
}

int main(void)
{
	int i;

	for (i = 0; i < 10; i++) {
		some(i);
		counted(i);
		after(i);
		here(i);
		pointed(i);
	}
	printf("%d %d %d %s\n", sum, shadow, waited, fourth.where);
	return first.held;
}
