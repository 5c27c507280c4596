/* A part that would only look at the function's own values before it is left with the lock is not worth a function. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

enum { IN = 1, OUT = 2, CLOSED = 4 };

struct conn {
	rcl_mutex_t mtx;
	int reads, writes, closed, thread;
};

static void conn_read(struct conn *c)
{
	c->reads++;
	c->thread = gettid();
}

static void conn_write(struct conn *c)
{
	c->writes++;
	c->thread = gettid();
}

static void conn_event(struct conn *c, unsigned events)
{
	rcl_lock(&c->mtx);
	if ((events & IN) != 0) {
		conn_read(c);
	}
	if ((events & OUT) != 0) {
		conn_write(c);
	}
	events = 0;
	if (c->reads > c->writes) {
		events |= OUT;
	}
	c->thread = gettid() + events;
	rcl_unlock(&c->mtx);
}

struct conn_event_open_cs {  /* c->mtx, in.c:46-50 */
	struct conn *c;      /* in */
};

static int conn_event_open_cs(void *ctx)
{
	struct conn_event_open_cs *cs = ctx;
	struct conn *c = cs->c;

	if (c->closed) {
		return 1;
	}
	return RCL_KEEP;
}

/* What others may have closed is looked at where the section runs. */
static void conn_event_open(struct conn *c, unsigned events)
{
	struct conn_event_open_cs cs = { .c = c };
	if (rcl_exec_anon(&c->mtx, conn_event_open_cs, &cs, sizeof(cs)) == 1)
		return;
	if ((events & IN) != 0) {
		conn_read(c);
	}
	if ((events & OUT) != 0) {
		conn_write(c);
	}
	rcl_unlock(&c->mtx);
}

static int conn_trace(struct conn *c, int locking, int most)
{
	if (locking)
		rcl_lock(&c->mtx);
	for (int i = 0; i < most; i++)
		locking += i;
	if (locking)
		rcl_unlock(&c->mtx);
	return locking;
}

struct conn_count_cs {   /* c->mtx, in.c:76-80 */
	struct conn *c;  /* in */
	int locking;     /* in-out */
	int *count;      /* by reference */
};

static int conn_count_cs(void *ctx)
{
	struct conn_count_cs *cs = ctx;
	struct conn *c = cs->c;
	int locking = cs->locking;
	int *count = cs->count;

	for (int i = 0; i < 3; i++)
		*count += i;
	locking |= c == NULL;
	cs->locking = locking;
	return RCL_KEEP;
}

/* A static variable is one that all callers share. */
static int conn_count(struct conn *c, int locking)
{
	static int count;

	struct conn_count_cs cs = { .c = c, .locking = locking, .count = &count };
	if (locking)
		rcl_exec_anon(&c->mtx, conn_count_cs, &cs, sizeof(cs));
	else
		conn_count_cs(&cs);
	locking = cs.locking;
	if (locking)
		rcl_unlock(&c->mtx);
	return count;
}

static void conn_pause(struct conn *c)
{
	c->reads -= c->reads > 90;
	rcl_unlock(&c->mtx);
	rcl_lock(&c->mtx);
}

struct conn_rest_cs {    /* c->mtx, in.c:96-100 */
	struct conn *c;  /* in */
	int locking;     /* in-out */
};

static int conn_rest_cs(void *ctx)
{
	struct conn_rest_cs *cs = ctx;
	struct conn *c = cs->c;
	int locking = cs->locking;

	if (locking)
		conn_pause(c);
	locking |= c == NULL;
	cs->locking = locking;
	return RCL_KEEP;
}

/* A call that gives the lock back for a while is more than a lock call. */
static int conn_rest(struct conn *c, int locking)
{
	struct conn_rest_cs cs = { .c = c, .locking = locking };
	if (locking)
		rcl_exec_blocking(&c->mtx, conn_rest_cs, &cs, sizeof(cs));
	else
		conn_rest_cs(&cs);
	locking = cs.locking;
	if (locking)
		rcl_unlock(&c->mtx);
	return locking;
}

static int conn_ended(struct conn *c)
{
	if (!c->closed)
		return 0;
	rcl_unlock(&c->mtx);
	return 1;
}

/* All of it may go on without the lock. */
static int conn_close(struct conn *c, int locking)
{
	int ended = 0;

	if (locking)
		rcl_lock(&c->mtx);
	{
		int was = 0;
		if (conn_ended(c))
			was = 1;
		ended = was;
	}
	if (locking && !ended)
		rcl_unlock(&c->mtx);
	return ended;
}

static int conn_last(struct conn *c, int most)
{
	int locked, found = 0;

	rcl_lock(&c->mtx);
	locked = 1;
	for (int i = 0; i < most; i++)
		found += i;
	if (found > 10)
		c->thread = gettid();
	if (found > 20)
		conn_read(c);
	rcl_unlock(&c->mtx);
	return locked + found;
}

int main(void)
{
	struct conn c = { .mtx = RCL_MUTEX_INITIALIZER(conn_mtx) };

	for (unsigned i = 0; i < 8; i++) {
		conn_event(&c, i);
		conn_event_open(&c, i);
		printf("%d %d ", conn_trace(&c, i & 1, 0), conn_count(&c, i & 1));
	}
	printf("%d %d ", conn_rest(&c, 1), conn_close(&c, 1));
	printf("%d %d %d %d\n", conn_last(&c, 9), c.reads, c.writes, c.closed);
	return 0;
}
