#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int uses, verbose = 1;

static void give(rcl_mutex_t *mutex)
{
	int failed = 0;

	failed = rcl_unlock(mutex);
	if (failed && verbose)
		perror("cannot unlock");
	assert(failed == 0);
}

static void take_aloud_held(void)
{
	printf("taken\n");
}

static void give_aloud_after(int failed)
{
	if (!failed && verbose)
		printf("given\n");
}

/* What this prints is no failure. */
static int try(rcl_mutex_t *mutex)
{
	int failed = rcl_trylock(mutex);

	if (failed != 0)
		printf("busy\n");
	return failed;
}

/* It asks for something else. */
static void take_early(rcl_mutex_t *mutex)
{
	int failed = uses;

	if (failed)
		printf("used before\n");
	failed = rcl_lock(mutex);
	if (failed)
		printf("cannot lock\n");
}

struct count_cs {  /* lock, in.c:70-72 */
	int more;  /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int more = cs->more;

	uses += more;
	return 0;
}

static int count(int more)
{
	struct count_cs cs = { .more = more };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	return more;
}

struct count_aloud_cs {  /* lock, in.c:78-80 */
	int more;        /* in */
};

static int count_aloud_cs(void *ctx)
{
	struct count_aloud_cs *cs = ctx;
	int more = cs->more;

	take_aloud_held();
	uses += more;
	return 0;
}

static int count_aloud(int more)
{
	struct count_aloud_cs cs = { .more = more };
	rcl_exec(&lock, count_aloud_cs, &cs, sizeof(cs));
	give_aloud_after(0);
	return more;
}

static int count_early(int more)
{
	take_early(&lock);
	uses += more;
	give(&lock);
	return more;
}

static int attempt(int more)
{
	if (try(&lock) != 0)
		return 0;
	uses += more;
	give(&lock);
	return more;
}

int main(void)
{
	printf("%d %d\n", count(1), uses);
	printf("%d %d\n", count_aloud(2), uses);
	printf("%d %d\n", count_early(4), uses);
	printf("%d %d\n", attempt(8), uses);
	return 0;
}
