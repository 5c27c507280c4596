#include <pthread.h>
#include "rcl_config.h"
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:9-12 */
	int n;   /* in */
	int r;   /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int r;

	total += n;
	r = total;
	cs->r = r;
	return 0;
}

/* The text begins with a mark, as editors of another system write it. */
static int add(int n)
{
	int r;

	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

int main(void)
{
	return add(1) + add(2) - 4;
}
