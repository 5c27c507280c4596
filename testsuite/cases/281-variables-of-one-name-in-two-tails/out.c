#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int finished, started, total;

static int finish(int n)
{
	finished = n > 1;
	return n == 1 ? 7 : 0;
}

static int start(int n)
{
	return n == 3 ? 9 : 0;
}

/* lock, in.c:37-39 */
static int resolve_lock_2_cs(void *ctx)
{
	started = 0;
	return 0;
}

struct resolve_lock_1_cs {  /* lock, in.c:21-43 */
	int n;              /* in */
	int r;              /* out */
};

static int resolve_lock_1_cs(void *ctx)
{
	struct resolve_lock_1_cs *cs = ctx;
	int n = cs->n;

	if (!finished) {
		int r = finish(n);

		if (r) {
			cs->r = r;
			return 1;
		}
	}
	if (!started) {
		started = 1;
		return 2;
	} else {
		return 3;
	}
}

/* Each r is only used until its block is left. */
static int resolve(int n)
{
	struct resolve_lock_1_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, resolve_lock_1_cs, &cs, sizeof(cs));

	if (way == 1) {
		int r = cs.r;
		return r;
	}
	if (way == 2) {
		int r;
		r = start(n);
		if (r) {
			rcl_exec_anon(&lock, resolve_lock_2_cs, NULL, 0);
			return r;
		}
	}
	return total += n;
}

struct resolve_more_cs {  /* lock, in.c:53-59 */
	int n;            /* in */
	int r;            /* out */
};

static int resolve_more_cs(void *ctx)
{
	struct resolve_more_cs *cs = ctx;
	int n = cs->n;

	if (n == 2) {
		int r = finish(n);

		cs->r = r;
		return 1;
	}
	return RCL_KEEP;
}

/* One of these is needed behind the section. */
static int resolve_more(int n)
{
	int r = n;

	struct resolve_more_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, resolve_more_cs, &cs, sizeof(cs)) == 1) {
		int r = cs.r;
		return r + 1;
	}
	r += total;
	rcl_unlock(&lock);
	return r;
}

static void add_one(int *to)
{
	++*to;
}

struct resolve_by_address_cs {  /* lock, in.c:75-83 */
	int n;                  /* in */
	int *r;                 /* by reference */
	int *p;                 /* out */
};

static int resolve_by_address_cs(void *ctx)
{
	struct resolve_by_address_cs *cs = ctx;
	int n = cs->n;
	int *r = cs->r;

	if (n & 1) {
		*r = finish(n);
		int *p = r;

		cs->p = p;
		return 1;
	}
	return RCL_KEEP;
}

/* One of these is moved before the section, which is cut before the other one. */
static int resolve_by_address(int n)
{
	int sum = 0;

	{
		int r;
		struct resolve_by_address_cs cs = { .n = n, .r = &r };
		if (rcl_exec_anon(&lock, resolve_by_address_cs, &cs, sizeof(cs)) == 1) {
			int *p = cs.p;
			add_one(p);
			return r + 1;
		}
	}
	if (n & 2) {
		int r = start(n);

		rcl_unlock(&lock);
		return r;
	}
	sum += total;
	rcl_unlock(&lock);
	return sum;
}

int main(void)
{
	for (int n = 1; n < 6; n++) {
		started = n > 4;
		printf("%d ", resolve(n));
		printf("%d ", resolve_by_address(n));
		printf("%d\n", resolve_more(n));
	}
	return 0;
}
