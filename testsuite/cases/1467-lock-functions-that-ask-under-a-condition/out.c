#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct box {
	rcl_mutex_t mutex;
	int n;
};

static struct box box = { RCL_MUTEX_INITIALIZER(box_mutex), 0 };
static rcl_mutex_t *shared = &box.mutex;
static int threaded;

/* What it asks is always so of the address of a mutex. */
static int given_lock(rcl_mutex_t *m)
{
	if (m)
		return rcl_lock(m);
	return 0;
}

static void given_unlock(rcl_mutex_t *m)
{
	if (m != NULL)
		rcl_unlock(m);
}

struct add_cs {         /* b->mutex, in.c:31-37 */
	struct box *b;  /* in */
	int n;          /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	b->n += n;
	return 0;
}

/* Nobody has the lock where only one thread is. */
static void add(struct box *b, int n)
{
	struct add_cs cs = { .b = b, .n = n };
	if (threaded)
		rcl_exec_anon(&b->mutex, add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

struct keep_cs {        /* b->mutex, in.c:43-45 */
	struct box *b;  /* in */
	int n;          /* in */
};

static int keep_cs(void *ctx)
{
	struct keep_cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	b->n ^= n;
	return RCL_KEEP;
}

/* So it is where the lock is kept, and another condition is asked behind. */
static void keep(struct box *b, int n)
{
	struct keep_cs cs = { .b = b, .n = n };
	if (threaded)
		rcl_exec_anon(&b->mutex, keep_cs, &cs, sizeof(cs));
	else
		keep_cs(&cs);
	if (threaded > 0)
		given_unlock(&b->mutex);
}

struct scale_cs {  /* box.mutex, in.c:52-55 */
	int n;     /* in */
};

static int scale_cs(void *ctx)
{
	struct scale_cs *cs = ctx;
	int n = cs->n;

	box.n *= n;
	return 0;
}

static void scale(int n)
{
	struct scale_cs cs = { .n = n };
	if (threaded)
		rcl_exec_anon(&box.mutex, scale_cs, &cs, sizeof(cs));
	else
		scale_cs(&cs);
}

/* Both may not be so. */
static void both(int n)
{
	if (threaded)
		given_lock(shared);
	box.n -= n;
	if (threaded)
		given_unlock(shared);
}

struct alone_cs {  /* shared, in.c:71-73 */
	int n;     /* in */
};

static int alone_cs(void *ctx)
{
	struct alone_cs *cs = ctx;
	int n = cs->n;

	box.n += n;
	return 0;
}

/* What the lock function asks, alone. */
static void alone(int n)
{
	struct alone_cs cs = { .n = n };
	if (shared)
		rcl_exec_anon(shared, alone_cs, &cs, sizeof(cs));
	else
		alone_cs(&cs);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (threaded = argc - 1; threaded < argc + 1; threaded++) {
		add(&box, 3);
		add(&box, 4);
		keep(&box, 7);
		keep(&box, 9);
		scale(2);
		scale(3);
		both(5);
		alone(2);
		printf("%d\n", box.n);
	}
	return 0;
}
