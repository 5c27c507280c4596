#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define mutex_type rcl_mutex_t *

static rcl_mutex_t store = RCL_MUTEX_INITIALIZER(store);
static mutex_type guard = &store;
static int total;

int lock_mutex(mutex_type mutex)
{
	return rcl_lock(mutex);
}

int unlock_mutex(mutex_type mutex)
{
	return rcl_unlock(mutex);
}

int destroy_mutex(mutex_type mutex)
{
	int rc = rcl_mutex_destroy(mutex);
	free(mutex);
	return rc;
}

struct add_cs {  /* guard, in.c:30-32 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(guard, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	add(2);
	printf("%d\n", total);
	return 0;
}
