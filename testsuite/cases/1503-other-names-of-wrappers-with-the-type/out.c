/* Wrappers have other names, which stand before the section's function, and by which the mutex's type goes. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t door = RCL_MUTEX_INITIALIZER(door);
static int count;

int take(rcl_mutex_t *m)
{
	return rcl_lock(m);
}

int give(rcl_mutex_t *m)
{
	return rcl_unlock(m);
}

extern int take_it(rcl_mutex_t *) __attribute__((alias("take")));
extern int give_back(rcl_mutex_t *) __attribute__((alias("give")));

struct next_cs {  /* door, in.c:25-27 */
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
	rcl_exec_anon(&door, next_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%d", next());
	printf(" %d\n", next());
	return 0;
}
