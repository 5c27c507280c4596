/* Where an #if is around all that takes locks, the runtime's header goes into it: behind what asks for more there. */
#include <stdio.h>

#ifdef LEFT_OUT
#include <string.h>
#endif

#if defined(LEFT_OUT)
#include <pthread.h>
static int count(void)
{
	return 0;
}
#else
#ifdef __GLIBC__
#undef _FEATURES_H
#define _XOPEN_SOURCE 500	/* for pthread_setconcurrency() */
#endif

#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct count_cs {  /* lock, in.c:30-32 */
	int got;   /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int got;

	got = n++;
	cs->got = got;
	return 0;
}

static int count(void)
{
	int got;

	struct count_cs cs;
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	got = cs.got;
	return got;
}
#endif

int main(void)
{
	count();
#ifndef LEFT_OUT
	printf("%d\n", pthread_setconcurrency(2));
#endif
	printf("%d\n", count());
	return 0;
}
