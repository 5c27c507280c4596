#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct anchor {
	rcl_mutex_t lock;
	int due, used;
	struct anchor *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct anchor *first;
static int count;

struct next_due_anchor_cs {  /* a->lock, in.c:27-35 */
	int now;             /* in */
	int *wait;           /* in */
	struct anchor *a;    /* in */
};

static int next_due_anchor_cs(void *ctx)
{
	struct next_due_anchor_cs *cs = ctx;
	int now = cs->now;
	int *wait = cs->wait;
	struct anchor *a = cs->a;

	if (a->due > now) {
		*wait = a->due - now;
		return 1;
	}
	a->due += 3;
	a->used++;
	return RCL_KEEP;
}

struct next_due_lock_cs {  /* lock, in.c:20-36 */
	int now;           /* in */
	int *wait;         /* in */
	struct anchor *a;  /* out */
};

static int next_due_lock_cs(void *ctx)
{
	struct next_due_lock_cs *cs = ctx;
	int now = cs->now;
	int *wait = cs->wait;
	struct anchor *a;

	if (!first) {
		return 1;
	}
	a = first;
	struct next_due_anchor_cs anchor_cs = { .now = now, .wait = wait, .a = a };
	if (rcl_exec_anon(&a->lock, next_due_anchor_cs, &anchor_cs, sizeof(anchor_cs)) == 1) {
		return 2;
	}
	cs->a = a;
	return 0;
}

/* The inner lock outlives the outer one, and is the caller's then. */
static struct anchor *next_due(int now, int *wait)
{
	struct anchor *a;

	struct next_due_lock_cs cs = { .now = now, .wait = wait };
	switch (rcl_exec_anon(&lock, next_due_lock_cs, &cs, sizeof(cs))) {
	case 1:
		*wait = 0;
		return NULL;
	case 2:
		return NULL;
	}
	a = cs.a;
	return a;
}

struct drop_anchor_cs {    /* a->lock, in.c:51-58 */
	int unused;        /* in */
	struct anchor *a;  /* in */
};

static int drop_anchor_cs(void *ctx)
{
	struct drop_anchor_cs *cs = ctx;
	int unused = cs->unused;
	struct anchor *a = cs->a;

	if (a->used > unused) {
		return RCL_KEEP | 1;
	}
	first = a->next;
	count--;
	return RCL_KEEP;
}

struct drop_lock_cs {      /* lock, in.c:45-59 */
	int unused;        /* in */
	struct anchor *a;  /* out */
};

static int drop_lock_cs(void *ctx)
{
	struct drop_lock_cs *cs = ctx;
	int unused = cs->unused;
	struct anchor *a;

	a = first;
	if (!a) {
		return 1;
	}
	struct drop_anchor_cs anchor_cs = { .unused = unused, .a = a };
	if (rcl_exec_anon(&a->lock, drop_anchor_cs, &anchor_cs, sizeof(anchor_cs)) == 1) {
		cs->a = a;
		return 2;
	}
	cs->a = a;
	return 0;
}

/* The outer one is given back first, in a branch, too. */
static int drop(int unused)
{
	struct anchor *a;

	struct drop_lock_cs cs = { .unused = unused };
	switch (rcl_exec_anon(&lock, drop_lock_cs, &cs, sizeof(cs))) {
	case 1:
		return 0;
	case 2:
		a = cs.a;
		rcl_unlock(&a->lock);
		return -1;
	}
	a = cs.a;

	rcl_unlock(&a->lock);
	rcl_mutex_destroy(&a->lock);
	free(a);
	return 1;
}

struct add_cs {            /* lock, in.c:75-79 */
	struct anchor *a;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct anchor *a = cs->a;

	a->next = first;
	first = a;
	count++;
	return 0;
}

static void add(int due)
{
	struct anchor *a = calloc(1, sizeof(*a));

	if (!a)
		exit(1);
	rcl_mutex_init(&a->lock, NULL, anchor_lock);
	a->due = due;
	struct add_cs cs = { .a = a };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	int wait = 0;

	for (int n = 0; n < 6; n++)
		add(6 - n);
	for (int now = 0; now < 12; now++) {
		struct anchor *a = next_due(now, &wait);

		if (a) {
			printf("%d: %d %d\n", now, a->due, a->used);
			rcl_unlock(&a->lock);
		}
		printf("%d: waits %d, drops %d\n", now, wait, drop(now / 3));
	}
	printf("%d\n", count);
	return 0;
}
