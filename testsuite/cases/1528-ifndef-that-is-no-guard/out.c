#include "rcl_config.h"

#ifndef PTHREAD_BARRIER_SERIAL_THREAD
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#endif

typedef struct counter_ {
	rcl_mutex_t lock;
	int n;
} counter;

struct add_cs {      /* c->lock, in.c:14-17 */
	counter *c;  /* in */
	int n;       /* in */
	int sum;     /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	counter *c = cs->c;
	int n = cs->n;
	int sum;

	c->n += n;
	sum = c->n;
	cs->sum = sum;
	return 0;
}

static int add(counter *c, int n)
{
	int sum;

	struct add_cs cs = { .c = c, .n = n };
	rcl_exec_anon(&c->lock, add_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

int main(void)
{
	counter c = { RCL_MUTEX_INITIALIZER(counter__lock), 1 };

	return add(&c, 2) != 3;
}
