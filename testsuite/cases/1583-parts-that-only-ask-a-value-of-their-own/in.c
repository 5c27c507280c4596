/* A part that would only look at the function's own values before it is left with the lock is not worth a function. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { IN = 1, OUT = 2, CLOSED = 4 };

struct conn {
	pthread_mutex_t mtx;
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
	pthread_mutex_lock(&c->mtx);
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
	pthread_mutex_unlock(&c->mtx);
}

/* What others may have closed is looked at where the section runs. */
static void conn_event_open(struct conn *c, unsigned events)
{
	pthread_mutex_lock(&c->mtx);
	if (c->closed) {
		pthread_mutex_unlock(&c->mtx);
		return;
	}
	if ((events & IN) != 0) {
		conn_read(c);
	}
	if ((events & OUT) != 0) {
		conn_write(c);
	}
	pthread_mutex_unlock(&c->mtx);
}

static int conn_trace(struct conn *c, int locking, int most)
{
	if (locking)
		pthread_mutex_lock(&c->mtx);
	for (int i = 0; i < most; i++)
		locking += i;
	if (locking)
		pthread_mutex_unlock(&c->mtx);
	return locking;
}

/* A static variable is one that all callers share. */
static int conn_count(struct conn *c, int locking)
{
	static int count;

	if (locking)
		pthread_mutex_lock(&c->mtx);
	for (int i = 0; i < 3; i++)
		count += i;
	locking |= c == NULL;
	if (locking)
		pthread_mutex_unlock(&c->mtx);
	return count;
}

static void conn_pause(struct conn *c)
{
	c->reads -= c->reads > 90;
	pthread_mutex_unlock(&c->mtx);
	pthread_mutex_lock(&c->mtx);
}

/* A call that gives the lock back for a while is more than a lock call. */
static int conn_rest(struct conn *c, int locking)
{
	if (locking)
		pthread_mutex_lock(&c->mtx);
	if (locking)
		conn_pause(c);
	locking |= c == NULL;
	if (locking)
		pthread_mutex_unlock(&c->mtx);
	return locking;
}

static int conn_ended(struct conn *c)
{
	if (!c->closed)
		return 0;
	pthread_mutex_unlock(&c->mtx);
	return 1;
}

/* All of it may go on without the lock. */
static int conn_close(struct conn *c, int locking)
{
	int ended = 0;

	if (locking)
		pthread_mutex_lock(&c->mtx);
	{
		int was = 0;
		if (conn_ended(c))
			was = 1;
		ended = was;
	}
	if (locking && !ended)
		pthread_mutex_unlock(&c->mtx);
	return ended;
}

static int conn_last(struct conn *c, int most)
{
	int locked, found = 0;

	pthread_mutex_lock(&c->mtx);
	locked = 1;
	for (int i = 0; i < most; i++)
		found += i;
	if (found > 10)
		c->thread = gettid();
	if (found > 20)
		conn_read(c);
	pthread_mutex_unlock(&c->mtx);
	return locked + found;
}

int main(void)
{
	struct conn c = { .mtx = PTHREAD_MUTEX_INITIALIZER };

	for (unsigned i = 0; i < 8; i++) {
		conn_event(&c, i);
		conn_event_open(&c, i);
		printf("%d %d ", conn_trace(&c, i & 1, 0), conn_count(&c, i & 1));
	}
	printf("%d %d ", conn_rest(&c, 1), conn_close(&c, 1));
	printf("%d %d %d %d\n", conn_last(&c, 9), c.reads, c.writes, c.closed);
	return 0;
}
