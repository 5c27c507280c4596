/* Enumerations that a function declares, of which its section names a value: they go before the function. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

enum { IDLE, ADD, SUB = 5 };

struct step_cs {   /* lock, in.c:14-19 */
	int n;     /* in */
	int what;  /* in */
};

static int step_cs(void *ctx)
{
	struct step_cs *cs = ctx;
	int n = cs->n;
	int what = cs->what;

	if (what == ADD)
		total += n;
	else if (what == SUB)
		total -= n;
	return 0;
}

/* One step, of two sorts. */
static int step(int n)
{
	int what = n & 1 ? ADD : SUB;

	struct step_cs cs = { .n = n, .what = what };
	rcl_exec_anon(&lock, step_cs, &cs, sizeof(cs));
	return what;
}

enum {
	FIRST = 1,
	SECOND = FIRST * 2	/* twice that */
};

struct listed_lock_1_cs {  /* lock, in.c:31-33 */
	int n;             /* in */
	int r;             /* out */
};

static int listed_lock_1_cs(void *ctx)
{
	struct listed_lock_1_cs *cs = ctx;
	int n = cs->n;
	int r;

	r = total += n * SECOND;
	cs->r = r;
	return 0;
}

struct listed_lock_2_cs {  /* lock, in.c:34-37 */
	int r;             /* in-out */
};

static int listed_lock_2_cs(void *ctx)
{
	struct listed_lock_2_cs *cs = ctx;
	int r = cs->r;

	r += FIRST;
	total += SECOND;
	cs->r = r;
	return 0;
}

static int listed(int n)
{
	int r;

	struct listed_lock_1_cs cs = { .n = n };
	rcl_exec_anon(&lock, listed_lock_1_cs, &cs, sizeof(cs));
	r = cs.r;
	struct listed_lock_2_cs lock_2_cs = { .r = r };
	rcl_exec_anon(&lock, listed_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	r = lock_2_cs.r;
	return r;
}

static int of_its_type(int n)
{
	enum mode { ON = 1, OFF } mode = n & 1 ? ON : OFF;

	rcl_lock(&lock);
	if (mode == ON)
		total += n;
	rcl_unlock(&lock);
	return mode;
}

/* Another function has a variable of that name, and this one a comment. */
static int elsewhere(int SIZE)
{
	return SIZE + 1;
}

static int shadowed(int n)
{
	enum { SIZE = 4 };

	rcl_lock(&lock);
	total += n * SIZE;
	rcl_unlock(&lock);
	return n;
}

static int commented(int n)
{
	/* How far it goes. */
	enum { FAR = 3 };

	rcl_lock(&lock);
	total += n * FAR;
	rcl_unlock(&lock);
	return n;
}

/* The outer section declares it, the inner one names it. */
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);

enum { DEEP = 7 };

struct inside_other_cs {  /* other, in.c:88-90 */
	int i;            /* in */
};

static int inside_other_cs(void *ctx)
{
	struct inside_other_cs *cs = ctx;
	int i = cs->i;

	total += i * DEEP;
	return 0;
}

struct inside_lock_cs {  /* lock, in.c:84-92 */
	int n;           /* in */
};

static int inside_lock_cs(void *ctx)
{
	struct inside_lock_cs *cs = ctx;
	int n = cs->n;

	for (int i = 0; i < n; i++) {
		struct inside_other_cs other_cs = { .i = i };
		rcl_exec_anon(&other, inside_other_cs, &other_cs, sizeof(other_cs));
	}
	return 0;
}

static int inside(int n)
{
	struct inside_lock_cs cs = { .n = n };
	rcl_exec_anon(&lock, inside_lock_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d ", inside(3));
	printf("%d %d %d ", step(3), step(4), listed(2));
	printf("%d %d %d %d %d\n", of_its_type(3), elsewhere(1), shadowed(2), commented(1), total);
	return 0;
}
