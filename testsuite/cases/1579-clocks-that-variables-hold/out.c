/* A clock that a variable holds may be the thread's, where the program names that one other than to ask for it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static const clockid_t clocks[] = { CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID };
static int asked;

static long now(clockid_t clock)
{
	struct timespec at;

	clock_gettime(clock, &at);
	return at.tv_sec * 1000000000 + at.tv_nsec;
}

static int passes(int which)
{
	long before = now(clocks[which]), after;

	rcl_lock(&lock);
	after = now(clocks[which]);
	asked++;
	rcl_unlock(&lock);
	return after >= before;
}

struct of_all_cs {            /* lock, in.c:33-36 */
	struct timespec *at;  /* by reference */
};

static int of_all_cs(void *ctx)
{
	struct of_all_cs *cs = ctx;
	struct timespec *at = cs->at;

	clock_gettime(CLOCK_MONOTONIC, at);
	asked++;
	return 0;
}

static int of_all(void)
{
	struct timespec at;

	struct of_all_cs cs = { .at = &at };
	rcl_exec_errno(&lock, of_all_cs, &cs, sizeof(cs));
	return at.tv_sec >= 0;
}

int main(void)
{
	for (volatile int i = 0; i < 10000000; i++)
		;
	printf("%d %d %d\n", passes(0), passes(1), of_all());
	printf("%d\n", asked);
	return 0;
}
