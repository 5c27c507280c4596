#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct cache {
	rcl_mutex_t lock;
	int filled, reads;
};

static struct cache cache = { RCL_MUTEX_INITIALIZER(cache_lock) };

static int fetch(int n)
{
	return n * 3;
}

/* Called with the lock held, and returns so; fetches without. */
static int fill(struct cache *c, int n)
{
	int value;

	if (c->filled > n)
		return c->filled;
	rcl_unlock(&c->lock);
	value = fetch(n);
	rcl_lock(&c->lock);
	c->filled = value;
	return value;
}

/* Sometimes gives it back for good. */
static int drop(struct cache *c, int n)
{
	if (n > 9) {
		rcl_unlock(&c->lock);
		return -1;
	}
	c->filled = 0;
	return 0;
}

struct get_cs {           /* c->lock, in.c:45-53 */
	struct cache *c;  /* in */
	int n;            /* in */
	int value;        /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct cache *c = cs->c;
	int n = cs->n;
	int value;

	c->reads++;
	value = fill(c, n);
	if (value < 0) {
		return 1;
	}
	c->reads += value;
	cs->value = value;
	return 0;
}

static int get(struct cache *c, int n)
{
	int value;

	struct get_cs cs = { .c = c, .n = n };
	if (rcl_exec_blocking(&c->lock, get_cs, &cs, sizeof(cs)) == 1)
		return -1;
	value = cs.value;
	return value;
}

struct forget_cs {        /* c->lock, in.c:59-60 */
	struct cache *c;  /* in */
};

static int forget_cs(void *ctx)
{
	struct forget_cs *cs = ctx;
	struct cache *c = cs->c;

	c->reads++;
	return RCL_KEEP;
}

static int forget(struct cache *c, int n)
{
	struct forget_cs cs = { .c = c };
	rcl_exec_anon(&c->lock, forget_cs, &cs, sizeof(cs));
	if (drop(c, n) < 0)
		return -1;
	rcl_unlock(&c->lock);
	return 0;
}

int main(void)
{
	printf("%d", get(&cache, 4));
	printf(" %d", get(&cache, 5));
	printf(" %d", forget(&cache, 4));
	printf(" %d", forget(&cache, 14));
	printf(" %d %d\n", get(&cache, -2), cache.reads);
	return 0;
}
