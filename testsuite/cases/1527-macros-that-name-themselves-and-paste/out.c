#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define PASTE(prefix, name) prefix##name
#define PREFIXED(name) PASTE(pool_, name)

#define count PREFIXED(count)
#define total PREFIXED(total)
#define limit PREFIXED(limit)
#define lost PREFIXED(lost)
#define found PREFIXED(found)
#define free_of PREFIXED(free_of)
#define taken PREFIXED(taken)
#define given PREFIXED(given)
#define kept PREFIXED(kept)
#define most PREFIXED(most)

#define mutex_lock(m) rcl_lock(m)
#define mutex_unlock(m) rcl_unlock(m)
#define OP(p, op) mutex_##op(&(p)->lock)

#define PUBLIC(name) PASTE(all_, name)
#define TWICE(type, once, again, of, body) \
	type once of body \
	type again of body
#define FUNCTIONS(type, name, of, body) TWICE(type, PREFIXED(name), PUBLIC(name), of, body)

struct pool {
	rcl_mutex_t lock;
	int count, total, limit, lost, found, free_of, taken, given, kept, most;
};

static struct pool pool = { RCL_MUTEX_INITIALIZER(pool_lock), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };

struct reset_cs {        /* p->lock, in.c:39-42 */
	struct pool *p;  /* in */
	int n;           /* out */
};

static int reset_cs(void *ctx)
{
	struct reset_cs *cs = ctx;
	struct pool *p = cs->p;
	int n;

	n = p->count;
	p->count = 0;
	cs->n = n;
	return 0;
}

static int reset(struct pool *p)
{
	int n;

	struct reset_cs cs = { .p = p };
	rcl_exec_anon(&p->lock, reset_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

FUNCTIONS(static int, sum, (struct pool *p), {
	int n = reset(p);

	n += p->count + p->total + p->limit + p->lost + p->found + p->free_of;
	n += p->taken + p->given + p->kept + p->most;
	p->total += p->count + p->limit + p->lost;
	return n;
})

int main(void)
{
	printf("%d %d\n", pool_sum(&pool), all_sum(&pool));
	printf("%d\n", pool.count);
	return 0;
}
