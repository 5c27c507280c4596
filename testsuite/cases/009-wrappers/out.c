#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count;

struct next_cs {  /* lock, in.c:22-24 */
	int n;    /* out */
};

static int next_cs(void *ctx)
{
	struct next_cs *cs = ctx;
	int n;

	n = ++count;
	cs->n = n;
	return 0;
}

static int next(void)
{
	int n;

	struct next_cs cs;
	rcl_exec_anon(&lock, next_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	next();
	printf("%d\n", next());
	return 0;
}
