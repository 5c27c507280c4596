/* A declaration's second name, of a type that C has by two names, or that has one by a typedef. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef unsigned char bool;
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct a_cs {        /* lock, in.c:13-17 */
	int n;       /* in */
	_Bool *odd;  /* by reference */
	_Bool *at;   /* in */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int n = cs->n;
	_Bool *odd = cs->odd;
	_Bool *at = cs->at;

	total += *odd;
	*at = n & 256;
	total += *odd;
	return 0;
}

static int a(int n)
{
	_Bool odd = n & 1, *at = &odd;

	struct a_cs cs = { .n = n, .odd = &odd, .at = at };
	rcl_exec_anon(&lock, a_cs, &cs, sizeof(cs));
	return odd;
}

struct b_cs {          /* lock, in.c:26-30 */
	int n;         /* in */
	_Bool first;   /* in */
	_Bool second;  /* in-out */
	bool third;    /* in */
	bool fourth;   /* in-out */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	int n = cs->n;
	_Bool first = cs->first;
	_Bool second = cs->second;
	bool third = cs->third;
	bool fourth = cs->fourth;

	total += first + second + third + fourth;
	second = n & 512;
	fourth = n & 512;
	cs->second = second;
	cs->fourth = fourth;
	return 0;
}

static int b(int n)
{
	_Bool first = n, second = n & 256;
	bool third = n, fourth = n & 256;

	struct b_cs cs = {
		.n = n,
		.first = first,
		.second = second,
		.third = third,
		.fourth = fourth,
	};
	rcl_exec_anon(&lock, b_cs, &cs, sizeof(cs));
	second = cs.second;
	fourth = cs.fourth;
	return second * 10 + fourth;
}

int main(void)
{
	printf("%d %d %d\n", a(257), a(4), total);
	printf("%d %d %d\n", b(256), b(512), total);
	return 0;
}
