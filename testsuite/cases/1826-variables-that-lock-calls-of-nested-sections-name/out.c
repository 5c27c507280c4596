/* Variables that only lock calls name, those of sections in sections, too, or with their values in lines of their own. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int total, left;

struct can_get_inner_cs {  /* inner, in.c:38-43 */
	int n;             /* in */
	int retv;          /* out */
};

static int can_get_inner_cs(void *ctx)
{
	struct can_get_inner_cs *cs = ctx;
	int n = cs->n;
	int retv;

	if (left > n)
		retv = 1;
	else
		retv = 0;
	cs->retv = retv;
	return 0;
}

struct can_get_lock_cs {  /* lock, in.c:37-44 */
	int n;            /* in */
	int retv;         /* out */
};

static int can_get_lock_cs(void *ctx)
{
	struct can_get_lock_cs *cs = ctx;
	int n = cs->n;
	int retv;
	struct can_get_inner_cs inner_cs = { .n = n };
	rcl_exec_anon(&inner, can_get_inner_cs, &inner_cs, sizeof(inner_cs));
	retv = inner_cs.retv;
	cs->retv = retv;
	return 0;
}

static int can_get(int n)
{
	int retv;

	struct can_get_lock_cs cs = { .n = n };
	rcl_exec(&lock, can_get_lock_cs, &cs, sizeof(cs));
	retv = cs.retv;
	return retv;
}

struct both_inner_cs {  /* inner, in.c:54-56 */
	int n;          /* in */
};

static int both_inner_cs(void *ctx)
{
	struct both_inner_cs *cs = ctx;
	int n = cs->n;

	left += n;
	return 0;
}

struct both_lock_cs {  /* lock, in.c:52-58 */
	int n;         /* in-out */
};

static int both_lock_cs(void *ctx)
{
	struct both_lock_cs *cs = ctx;
	int n = cs->n;

	total += n;
	struct both_inner_cs inner_cs = { .n = n };
	rcl_exec_anon(&inner, both_inner_cs, &inner_cs, sizeof(inner_cs));
	n = total;
	cs->n = n;
	return 0;
}

static int both(int n)
{
	struct both_lock_cs cs = { .n = n };
	rcl_exec(&lock, both_lock_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static void add(int n);

struct long_name_cs {  /* lock, in.c:71-73 */
	int n;         /* in */
};

static int long_name_cs(void *ctx)
{
	struct long_name_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void long_name(int n)
{
	add(1);

	struct long_name_cs cs = { .n = n };
	rcl_exec_anon(&lock, long_name_cs, &cs, sizeof(cs));
}

struct add_cs {  /* lock, in.c:80-82 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	long_name(1);
	printf("%d ", both(2));
	printf("%d ", can_get(3));
	printf("%d %d\n", total, left);
	return 0;
}
