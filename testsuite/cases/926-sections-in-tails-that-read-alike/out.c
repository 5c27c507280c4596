/* Two ways out of a section that read alike would share one text: what follows them holds sections of its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), other = RCL_MUTEX_INITIALIZER(other);
static int shared, ways;

/* other, in.c:14-16 */
static int leave_other_1_cs(void *ctx)
{
	ways++;
	return 0;
}

/* other, in.c:21-23 */
static int leave_other_2_cs(void *ctx)
{
	ways++;
	return 0;
}

static int leave(int n)
{
	rcl_lock(&lock);
	if (n) {
		shared++;
		rcl_unlock(&lock);
		rcl_exec_anon(&other, leave_other_1_cs, NULL, 0);
		return 1;
	}
	if (shared) {
		rcl_unlock(&lock);
		rcl_exec_anon(&other, leave_other_2_cs, NULL, 0);
		return 1;
	}
	rcl_unlock(&lock);
	return 0;
}

int main(void)
{
	int left = leave(0);

	left = left * 10 + leave(1);
	left = left * 10 + leave(0);
	printf("%d %d %d\n", left, shared, ways);
	return 0;
}
