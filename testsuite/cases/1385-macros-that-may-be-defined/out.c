/* A macro with a section is defined unless it is, taken back, and asked for. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

#ifndef ADD
#define ADD(n) do {			\
	struct ADD_cs cs = { n };	\
	rcl_exec_anon(&m, ADD_cs, &cs, sizeof(cs));	\
} while (0)
#endif

struct ADD_cs {  /* m, in.c:10-12 */
	int n;   /* in */
};

static int ADD_cs(void *ctx)
{
	struct ADD_cs *cs = ctx;
	int n = cs->n;

	total += (n);
	return 0;
}

static void add(int n)
{
	ADD(n);
	ADD(n + 1);
}

#if !defined(ADD)
#error "nothing adds"
#elif defined(SUBTRACT) && defined(ADD)
#error "something subtracts"
#endif
#undef ADD

int main(void)
{
	add(1);
	add(3);
	printf("%d\n", total);
	return 0;
}
