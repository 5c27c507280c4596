#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t list = RCL_MUTEX_INITIALIZER(list), hook = RCL_MUTEX_INITIALIZER(hook);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static int count, hooks;

#define LIST_LOCK      do { rcl_lock(&list); } while (0)
#define LIST_UNLOCK    do { rcl_unlock(&list); } while (0)
#define HOOK_LOCK      rcl_lock(&hook)
#define HOOK_UNLOCK    rcl_unlock(&hook)
#define HOOK_TRY       rcl_trylock(&hook)
#define LIST_WAIT      rcl_cond_wait(&filled, &list)
#define ENDED_LOCK     rcl_lock(&hook);
#define ENDED_UNLOCK   rcl_unlock(&hook);

struct add_cs {  /* list, in.c:19-21 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&list, add_cs, &cs, sizeof(cs));
}

/* hook, in.c:36-38 */
static int find_hook_cs(void *ctx)
{
	hooks++;
	return 0;
}

struct find_list_cs {  /* list, in.c:29-47 */
	int n;         /* in */
	int i;         /* out */
};

static int find_list_cs(void *ctx)
{
	struct find_list_cs *cs = ctx;
	int n = cs->n;
	int i;

	if (n < 0) {
		return 1;
	}
	for (i = 0; i < count; i++) {
		if (i == n) {
			rcl_exec_anon(&hook, find_hook_cs, NULL, 0);
			cs->i = i;
			return 2;
		}
	}
	if (n > 100) {
		return 3;
	}
	else {
		count++;
		return 3;
	}
}

/* Ways out, one without braces, and a section in a section. */
static int find(int n)
{
	int i;

	struct find_list_cs cs = { .n = n };
	int way = rcl_exec_anon(&list, find_list_cs, &cs, sizeof(cs));

	if (way == 1) {
		return -1;
	}
	if (way == 2) {
		i = cs.i;
		return i;
	}
	return count;
}

struct take_list_cs {  /* list, in.c:57-67 */
	int at;        /* where it goes on */
};

static int take_list_cs(void *ctx)
{
	struct take_list_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	while (count > 3) {
		count--;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	while (count == 0)
		LIST_WAIT;
	count--;
	return 0;
}

struct take_hook_cs {  /* hook, in.c:68-70 */
	int taken;     /* in */
};

static int take_hook_cs(void *ctx)
{
	struct take_hook_cs *cs = ctx;
	int taken = cs->taken;

	hooks += taken;
	return 0;
}

/* Released for a while, a wait, and an attempt. */
static int take(void)
{
	int taken = 0;

	struct take_list_cs cs = { .at = 0 };
	while (rcl_exec_blocking(&list, take_list_cs, &cs, sizeof(cs)) == 1) {
		taken++;
	}
	struct take_hook_cs hook_cs = { .taken = taken };
	rcl_tryexec(&hook, take_hook_cs, &hook_cs, sizeof(hook_cs));
	return taken;
}

struct ended_cs {  /* hook, in.c:80-82 */
	int n;     /* out */
};

static int ended_cs(void *ctx)
{
	struct ended_cs *cs = ctx;
	int n;

	n = ++hooks;
	cs->n = n;
	return 0;
}

/* The macros hold their own semicolons. */
static int ended(void)
{
	int n;

	struct ended_cs cs;
	rcl_exec_anon(&hook, ended_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct threaded_cs {  /* list, in.c:91-102 */
	int n;        /* out */
};

static int threaded_cs(void *ctx)
{
	struct threaded_cs *cs = ctx;
	int n;

	n = count;
	if (n == 0) {
		return 1;
	}
	cs->n = n;
	return 0;
}

/* In an #if. */
static int threaded(void)
{
	int n;

	struct threaded_cs cs;
	int way;
#ifndef ALONE
	way = rcl_exec_anon(&list, threaded_cs, &cs, sizeof(cs));
#else
	way = threaded_cs(&cs);
#endif
	if (way == 1) {
		return -1;
	}
	n = cs.n;
	return n;
}

static int last(void);

int main(void)
{
	add(7);
	printf("%d %d %d\n", find(-1), find(2), find(8));
	printf("%d\n", take());
	printf("%d %d\n", count, ended());
	printf("%d %d\n", threaded(), last());
	return 0;
}

struct last_cs {  /* list, in.c:124-126 */
	int n;    /* out */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	int n;

	n = count++;
	cs->n = n;
	return 0;
}

/* No parenthesis follows. */
static int last(void)
{
	int n;

	struct last_cs cs;
	rcl_exec_anon(&list, last_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}
