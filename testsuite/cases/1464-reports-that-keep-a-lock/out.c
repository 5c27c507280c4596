/* Lock functions that report a failure by what does something to another lock, and may keep it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct box {
	rcl_mutex_t lock;
	int n;
};

static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 0 };
static rcl_mutex_t report_lock = RCL_MUTEX_INITIALIZER(report_lock);
static int reports;

struct report_cs {         /* report_lock, in.c:17-21 */
	const char *what;  /* in */
};

static int report_cs(void *ctx)
{
	struct report_cs *cs = ctx;
	const char *what = cs->what;

	if (++reports > 1)
		return RCL_KEEP | 1;
	fprintf(stderr, "%s failed\n", what);
	return 0;
}

static void report(const char *what)
{
	struct report_cs cs = { .what = what };
	if (rcl_exec(&report_lock, report_cs, &cs, sizeof(cs)) == 1)
		return;
}

static rcl_mutex_t *box_mutex(struct box *b)
{
	return &b->lock;
}

static void box_lock(struct box *b)
{
	int error;

	if (b == NULL) {
		report("box");
		abort();
	}
	error = rcl_lock(&b->lock);
	if (error) {
		report("lock");
		abort();
	}
}

static void box_unlock(struct box *b)
{
	if (rcl_unlock(&b->lock) != 0) {
		report("unlock");
		abort();
	}
}

/* this one reports before it takes the lock */
static void box_enter(struct box *b)
{
	if (b->n > 100)
		report("enter");
	rcl_lock(&b->lock);
}

struct add_cs {  /* box.lock, in.c:59-61 */
	int by;  /* in */
	int n;   /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;
	int n;

	n = box.n += by;
	cs->n = n;
	return 0;
}

static int add(int by)
{
	int n;

	struct add_cs cs = { .by = by };
	rcl_exec_anon(box_mutex(&box), add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static int enter(int by)
{
	int n;

	box_enter(&box);
	n = box.n -= by;
	box_unlock(&box);
	return n;
}

/* what an assertion that fails does to locks is nothing that follows from the section */
static void failed(const char *what)
{
	report(what);
	rcl_unlock(&box.lock);
}

#define check(what) do { if (!(what)) { failed(#what); abort(); } } while (0)

struct checked_cs {  /* box.lock, in.c:88-91 */
	int by;      /* in */
	int n;       /* out */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int by = cs->by;
	int n;

	check(by > 0);
	n = box.n += by;
	cs->n = n;
	return 0;
}

static int checked(int by)
{
	int n;

	struct checked_cs cs = { .by = by };
	rcl_exec(box_mutex(&box), checked_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

/* behind this one the program goes on */
static int noted(int by)
{
	int n;

	box_lock(&box);
	if (by > 100)
		failed("by");
	n = box.n += by;
	box_unlock(&box);
	return n;
}

int main(void)
{
	printf("%d ", add(3));
	printf("%d ", checked(3));
	printf("%d ", noted(3));
	printf("%d\n", enter(2));
	return 0;
}
