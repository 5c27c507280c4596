#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

/* lock, in.c:10-13 */
static int try_cs(void *ctx)
{
	n++;
	return 0;
}

static int try(void)
{
	if (rcl_tryexec(&lock, try_cs, NULL, 0) < 0)
		return -1;
	return n;
}

static int timed(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 5;
	if (rcl_timedlock(&lock, &until) == 0) {
		n += 10;
		rcl_unlock(&lock);
	}
	return n;
}

int main(void)
{
	printf("%d", try());
	printf(" %d\n", timed());
	return 0;
}
