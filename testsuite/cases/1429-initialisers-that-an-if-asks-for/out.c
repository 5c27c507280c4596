/*
 * An initialiser for a build that wants its errors checked, where the library
 * has one: what asks whether it has stays.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define MAIN_DEBUG 0

struct loop {
	int rounds;
	rcl_mutex_t lock;
};

#define LOOP_LOCK RCL_MUTEX_INITIALIZER(loop_lock_in)

static struct loop other = {
	0,
#if MAIN_DEBUG && \
	defined(LOOP_LOCK)
	PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
#elif defined(LOOP_LOCK)
	LOOP_LOCK,
#endif
};

static struct loop global = {
	0,
#if MAIN_DEBUG && defined (PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP)
	PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
#else
	RCL_MUTEX_INITIALIZER(loop_lock_in_33),
#endif
};

/* global.lock, in.c:39-41 */
static int main_global_cs(void *ctx)
{
	global.rounds++;
	return 0;
}

/* other.lock, in.c:42-44 */
static int main_other_cs(void *ctx)
{
	other.rounds += 2;
	return 0;
}

int main(void)
{
	rcl_exec_anon(&global.lock, main_global_cs, NULL, 0);
	rcl_exec_anon(&other.lock, main_other_cs, NULL, 0);
	printf("%d %d\n", global.rounds, other.rounds);
	return 0;
}
