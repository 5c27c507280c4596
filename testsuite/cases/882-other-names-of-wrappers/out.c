/* A macro may be another name of a wrapper, also where the lock is taken under a condition. */
#include <pthread.h>
#include "rcl_config.h"
#include <assert.h>
#include <stdio.h>
struct st { rcl_mutex_t lock; int n; };
static inline rcl_mutex_t *_pop_mutex(struct st *s)
{
	return &s->lock;
}

static inline void _pop_lock(struct st *s)
{
	int ret;

	ret = rcl_lock(&s->lock);
	assert(!ret);
}
static inline void _pop_unlock(struct st *s)
{
	int ret;

	ret = rcl_unlock(&s->lock);
	assert(!ret);
}
#define pop_lock _pop_lock
#define pop_unlock _pop_unlock
static struct st s = { RCL_MUTEX_INITIALIZER(st_lock), 5 };
enum sync { NONE, MUTEX };

struct plain_cs {  /* s.lock, in.c:28-30 */
	int r;     /* out */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int r;

	r = s.n--;
	cs->r = r;
	return 0;
}

static int plain(void)
{
	int r;

	struct plain_cs cs;
	rcl_exec_anon(_pop_mutex(&s), plain_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct unalias_cs {  /* s.lock, in.c:37-41 */
	int r;       /* out */
};

static int unalias_cs(void *ctx)
{
	struct unalias_cs *cs = ctx;
	int r;

	r = s.n--;
	cs->r = r;
	return 0;
}

static int unalias(enum sync sync)
{
	int r;

	struct unalias_cs cs;
	if (sync == MUTEX) {
		rcl_exec_anon(_pop_mutex(&s), unalias_cs, &cs, sizeof(cs));
	} else {
		unalias_cs(&cs);
	}
	r = cs.r;
	return r;
}

struct alias_cs {  /* s.lock, in.c:48-52 */
	int r;     /* out */
};

static int alias_cs(void *ctx)
{
	struct alias_cs *cs = ctx;
	int r;

	r = s.n--;
	cs->r = r;
	return 0;
}

static int alias(enum sync sync)
{
	int r;

	struct alias_cs cs;
	if (sync == MUTEX) {
		rcl_exec_anon(_pop_mutex(&s), alias_cs, &cs, sizeof(cs));
	} else {
		alias_cs(&cs);
	}
	r = cs.r;
	return r;
}
int main(void)
{
	printf("%d %d", plain(), unalias(MUTEX));
	printf("%d\n", alias(MUTEX));
	return 0;
}
