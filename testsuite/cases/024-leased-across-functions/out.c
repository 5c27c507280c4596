#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

static void pause_all(int stop)
{
	if (stop)
		rcl_lock(&lock);
	else
		rcl_unlock(&lock);
}

struct count_cs {  /* lock, in.c:19-21 */
	int now;   /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int now;

	now = ++n;
	cs->now = now;
	return 0;
}

static int count(void)
{
	int now;

	struct count_cs cs;
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	pause_all(1);
	n += 5;
	pause_all(0);
	printf("%d\n", count());
	return 0;
}
