#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef struct {
	rcl_mutex_t lock;
	int n;
} counter;

static rcl_mutex_t one = RCL_MUTEX_INITIALIZER(one), *also = &one;
static rcl_mutex_t zeroed = RCL_MUTEX_INITIALIZER(zeroed);
static counter counters[2] = { { RCL_MUTEX_INITIALIZER(counter_lock_in), 5 }, { .lock = RCL_MUTEX_INITIALIZER(counter_lock_in_11), .n = 6 } };

struct bump_cs {     /* c->lock, in.c:17-19 */
	counter *c;  /* in */
	int n;       /* out */
};

static int bump_cs(void *ctx)
{
	struct bump_cs *cs = ctx;
	counter *c = cs->c;
	int n;

	n = c->n++;
	cs->n = n;
	return 0;
}

static int bump(counter *c)
{
	int n;

	struct bump_cs cs = { .c = c };
	rcl_exec_anon(&c->lock, bump_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct main_one_cs {  /* also, in.c:27-28 */
	int n;        /* out */
};

static int main_one_cs(void *ctx)
{
	struct main_one_cs *cs = ctx;
	int n;

	n = bump(&counters[0]) + bump(&counters[1]);
	cs->n = n;
	return RCL_KEEP;
}

struct main_zeroed_cs {  /* zeroed, in.c:30-32 */
	int n;           /* in-out */
};

static int main_zeroed_cs(void *ctx)
{
	struct main_zeroed_cs *cs = ctx;
	int n = cs->n;

	n++;
	cs->n = n;
	return 0;
}

int main(void)
{
	int n;

	struct main_one_cs cs;
	rcl_exec_anon(also, main_one_cs, &cs, sizeof(cs));
	n = cs.n;
	rcl_unlock(&one);
	struct main_zeroed_cs zeroed_cs = { .n = n };
	rcl_exec_anon(&zeroed, main_zeroed_cs, &zeroed_cs, sizeof(zeroed_cs));
	n = zeroed_cs.n;
	printf("%d %d\n", n, (int)sizeof(pthread_mutex_t) > 0);
	return 0;
}
