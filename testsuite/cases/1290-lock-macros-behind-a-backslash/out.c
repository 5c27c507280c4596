/* Lock macros that begin a line behind a backslash: libclang lets them begin with it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define Q_INIT(m) rcl_mutex_init(m, NULL, q_lock)
#define Q_LOCK(m) rcl_lock(m)
#define Q_UNLOCK(m) rcl_unlock(m)
#define Q_TRYLOCK(m) rcl_trylock(m)

static struct {
	rcl_mutex_t lock;
	int n;
} q;

struct tried_cs {  /* q.lock, in.c:17-20 */
	int by;    /* in */
};

static int tried_cs(void *ctx)
{
	struct tried_cs *cs = ctx;
	int by = cs->by;

	q.n += by;
	return 0;
}

static void tried(int by)
{
	struct tried_cs cs = { .by = by };
	rcl_tryexec(&q.lock, tried_cs, &cs, sizeof(cs));
}

struct taken_cs {  /* q.lock, in.c:27-31 */
	int by;    /* in */
	int n;     /* out */
};

static int taken_cs(void *ctx)
{
	struct taken_cs *cs = ctx;
	int by = cs->by;
	int n;

	q.n += by;
	n = q.n; \
	\
	cs->n = n;
	return 0;
}

static int taken(int by)
{
	int n = 0; \
	struct taken_cs cs = { .by = by };
	rcl_exec_anon(&q.lock, taken_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct kept_cs {  /* q.lock, in.c:39-49 */
	int by;   /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int by = cs->by;

	q.n += by;
	if (q.n > 100) \
{
		return 1;
	}
	return 0;
}

static int kept(int by)
{
	int failed;

	struct kept_cs cs = { .by = by };
	int way = rcl_tryexec(&q.lock, kept_cs, &cs, sizeof(cs));

	failed = \
way < 0 ? -way : 0;
	if (failed)
		return -1;
	if (way == 1) {
		\
		return q.n;
	}
	return 0;
}

int main(void)
{
	int first, second;

	Q_INIT(&q.lock);
	tried(3);
	first = taken(4);
	second = kept(5);
	printf("%d %d %d\n", first, second, q.n);
	return 0;
}
