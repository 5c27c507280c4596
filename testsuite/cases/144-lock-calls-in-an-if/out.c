#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define USE_THREADS 1

struct daemon {
	rcl_mutex_t lock;
	int connections, limit, refused;
};

static struct daemon all = { RCL_MUTEX_INITIALIZER(daemon_lock), 0, 2, 0 };
static int count;

struct add_cs {                 /* daemon->lock, in.c:17-23 */
	struct daemon *daemon;  /* in */
	int n;                  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct daemon *daemon = cs->daemon;
	int n = cs->n;

	daemon->connections += n;
	count++;
	return 0;
}

/* the lock calls stand alone in an #if: without threads there is no lock */
static void add(struct daemon *daemon, int n)
{
	struct add_cs cs = { .daemon = daemon, .n = n };
#if defined(USE_THREADS)
	rcl_exec_anon(&daemon->lock, add_cs, &cs, sizeof(cs));
#else
	add_cs(&cs);
#endif
}

struct accept_one_cs {          /* daemon->lock, in.c:31-44 */
	struct daemon *daemon;  /* in */
	int id;                 /* out */
};

static int accept_one_cs(void *ctx)
{
	struct accept_one_cs *cs = ctx;
	struct daemon *daemon = cs->daemon;
	int id;

	if (daemon->connections >= daemon->limit) {
		daemon->refused++;
		return 1;
	}
	id = daemon->connections++;
	cs->id = id;
	return 0;
}

static int accept_one(struct daemon *daemon)
{
	int id;

	struct accept_one_cs cs = { .daemon = daemon };
	int way;
#if defined(USE_THREADS)
	way = rcl_exec_anon(&daemon->lock, accept_one_cs, &cs, sizeof(cs));
#else
	way = accept_one_cs(&cs);
#endif
	if (way == 1) {
		printf("refused\n");
		return -1;
	}
	id = cs.id;
	return id;
}

/* here what is locked depends on the build, too */
static void reset(struct daemon *daemon)
{
#if defined(USE_THREADS)
	rcl_lock(&daemon->lock);
#endif
#ifndef USE_THREADS
	daemon->limit = 1;
#endif
	daemon->connections = 0;
#if defined(USE_THREADS)
	rcl_unlock(&daemon->lock);
#endif
}

struct limited_cs {             /* daemon->lock, in.c:69-85 */
	struct daemon *daemon;  /* in */
	int limit;              /* in */
	int before;             /* out */
};

static int limited_cs(void *ctx)
{
	struct limited_cs *cs = ctx;
	struct daemon *daemon = cs->daemon;
	int limit = cs->limit;
	int before;

#ifdef SMALL
	before = limit;
#else
	before = daemon->limit;
#endif
	if (before == limit) {
		return 1;
	}
	daemon->limit = limit;
	cs->before = before;
	return 0;
}

/* what is built besides does not matter */
static int limited(struct daemon *daemon, int limit)
{
	int before;

	struct limited_cs cs = { .daemon = daemon, .limit = limit };
	int way;
#if defined(USE_THREADS)
	way = rcl_exec_anon(&daemon->lock, limited_cs, &cs, sizeof(cs));
#else
	way = limited_cs(&cs);
#endif
	if (way == 1) {
		return 0;
	}
	before = cs.before;
	return before;
}

struct half_cs {                /* daemon->lock, in.c:92-93 */
	struct daemon *daemon;  /* in */
};

static int half_cs(void *ctx)
{
	struct half_cs *cs = ctx;
	struct daemon *daemon = cs->daemon;

	daemon->connections = 0;
	return RCL_KEEP;
}

static void half(struct daemon *daemon)
{
	struct half_cs cs = { .daemon = daemon };
	rcl_exec_anon(&daemon->lock, half_cs, &cs, sizeof(cs));
#if defined(USE_THREADS)
	rcl_unlock(&daemon->lock);
#endif
}

int main(void)
{
	add(&all, 1);
	printf("%d %d\n", accept_one(&all), accept_one(&all));
	reset(&all);
	half(&all);
	printf("%d %d\n", limited(&all, 2), limited(&all, 3));
	printf("%d %d %d\n", all.connections, all.refused, count);
	return 0;
}
