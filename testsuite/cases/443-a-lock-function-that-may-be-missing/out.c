#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#pragma weak pthread_mutex_lock

static rcl_mutex_t init_lock = RCL_MUTEX_INITIALIZER(init_lock);
static int inits;

struct init_cs {     /* init_lock, in.c:15-17 */
	int before;  /* out */
};

static int init_cs(void *ctx)
{
	struct init_cs *cs = ctx;
	int before;

	before = inits++;
	cs->before = before;
	return 0;
}

static int init(void)
{
	int before;

	if (pthread_mutex_lock == NULL)
		return inits++;
	struct init_cs cs;
	rcl_exec_anon(&init_lock, init_cs, &cs, sizeof(cs));
	before = cs.before;
	return before;
}

int main(void)
{
	init();
	printf("%d\n", init());
	return 0;
}
