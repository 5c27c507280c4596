#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int jobs = 9;

struct work_cs {  /* lock, in.c:13-23 */
	int job;  /* out */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	int job;

	if (jobs == 0) {
		return 1;
	}
	job = jobs--;
	if (job % 2 == 0) {
		return 2;
	}
	cs->job = job;
	return 0;
}

static int work(void)
{
	int done = 0;
	int job;

	for (;;) {
		struct work_cs cs;
		int way = rcl_exec_anon(&lock, work_cs, &cs, sizeof(cs));

		if (way == 1) {
			break;
		}
		if (way == 2) {
			continue;
		}
		job = cs.job;
		done += job;
	}
	return done;
}

int main(void)
{
	printf("%d\n", work());
	return 0;
}
