#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int logging, opened, told;

struct tell_cs {  /* lock, in.c:9-11 */
	int n;    /* in */
};

static int tell_cs(void *ctx)
{
	struct tell_cs *cs = ctx;
	int n = cs->n;

	told += n;
	return 0;
}

static void tell(int n)
{
	struct tell_cs cs = { .n = n };
	rcl_exec_anon(&lock, tell_cs, &cs, sizeof(cs));
}

struct start_cs {  /* lock, in.c:17-24 */
	int at;    /* where it goes on */
};

static int start_cs(void *ctx)
{
	struct start_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	if (logging) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	if (opened > 2)
		opened = 0;
	return RCL_KEEP;
}

/* The lock is given back for a while before the #if, of which nobody knows the second branch. */
static int start(int how)
{
	struct start_cs cs = { .at = 0 };
	while (rcl_exec_anon(&lock, start_cs, &cs, sizeof(cs)) == 1) {
		tell(how);
	}
#ifndef HAS_OTHER_LOG
	if (how == 2) {
		logging = 1;
		rcl_unlock(&lock);
		return 1;
	}
#else
	if (how == 2) {
		logging = 2;
		pthread_mutex_unlock(&lock);
		return 2;
	}
#endif
	opened++;
	rcl_unlock(&lock);
	return 0;
}

int main(void)
{
	for (int n = 0; n < 6; n++)
		printf("%d", start(n));
	printf(" %d %d\n", opened, told);
	return 0;
}
