#ifndef ONCE
#define ONCE
#include "rcl_config.h"

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:9-12 */
	int n;   /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	n = total;
	cs->n = n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	return add(1) + add(2) - 4;
}

#endif
