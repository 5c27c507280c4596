#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static unsigned long last_id;

struct next_id_cs {        /* lock, in.c:9-11 */
	unsigned long id;  /* out */
};

static int next_id_cs(void *ctx)
{
	struct next_id_cs *cs = ctx;
	unsigned long id = ++last_id;
	cs->id = id;
	return 0;
}

static unsigned long next_id(void)
{
	unsigned long id;
	struct next_id_cs cs;
	rcl_exec_anon(&lock, next_id_cs, &cs, sizeof(cs));
	id = cs.id;
	return id;
}

int main(void)
{
	next_id();
	printf("%lu\n", next_id());
	return 0;
}
