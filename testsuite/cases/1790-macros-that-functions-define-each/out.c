/* Functions that each define a macro for themselves, and undo that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

#define FIELD(n) (shared + (n))

struct sum_cs {   /* lock, in.c:12-15 */
	int n;    /* in */
	int got;  /* out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	int n = cs->n;
	int got;

	shared = FIELD(n);
	got = FIELD(3);
	cs->got = got;
	return 0;
}

#undef FIELD

static int sum(int n)
{
	int got;
#define FIELD(n) (shared + (n))
	struct sum_cs cs = { .n = n };
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	got = cs.got;
#undef FIELD
	return got;
}

#define FIELD(n) (shared - (n))

struct difference_cs {  /* lock, in.c:24-27 */
	int n;          /* in */
	int got;        /* out */
};

static int difference_cs(void *ctx)
{
	struct difference_cs *cs = ctx;
	int n = cs->n;
	int got;

	shared = FIELD(n);
	got = FIELD(3);
	cs->got = got;
	return 0;
}

#undef FIELD

static int difference(int n)
{
	int got;
#define FIELD(n) (shared - (n))
	struct difference_cs cs = { .n = n };
	rcl_exec_anon(&lock, difference_cs, &cs, sizeof(cs));
	got = cs.got;
#undef FIELD
	return got;
}

#define FIELD(n) (shared * (n))

struct both_cs {  /* lock, in.c:37-39 */
	int n;    /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int n = cs->n;

	shared = FIELD(n);
	return 0;
}

#undef FIELD

/* a second one in one function */
static int both(int n)
{
	int got;
#define FIELD(n) (shared * (n))
	struct both_cs cs = { .n = n };
	rcl_exec_anon(&lock, both_cs, &cs, sizeof(cs));
#undef FIELD
#define FIELD(n) (shared ^ (n))
	rcl_lock(&lock);
	got = FIELD(n);
	rcl_unlock(&lock);
#undef FIELD
	return got;
}

#define LIMIT 4

/* one that the file has, too */
static int limited(int n)
{
#define LIMIT 4
	rcl_lock(&lock);
	shared += n < LIMIT ? n : LIMIT;
	n = shared;
	rcl_unlock(&lock);
	return n;
}

int main(void)
{
	int a = sum(1), b = difference(2), c = both(3), d = limited(9);

	printf("%d %d %d %d %d\n", a, b, c, d, LIMIT);
	return 0;
}
