/* A function that sets up a clean-up handler: which of its variables stand in registers there is not the section's matter. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

static void counted(void *more)
{
	count += *(int *)more;
}

struct tried_cs {    /* m, in.c:18-24 */
	int rounds;  /* in-out */
};

static int tried_cs(void *ctx)
{
	struct tried_cs *cs = ctx;
	int rounds = cs->rounds;

	if (rounds++ < 1) {
		count++;
		cs->rounds = rounds;
		return 1;
	}
	cs->rounds = rounds;
	return 0;
}

static int tried(int n)
{
	int rounds = 0, more = 2;

again:
	{
		struct tried_cs cs = { .rounds = rounds };
		if (rcl_exec_anon(&m, tried_cs, &cs, sizeof(cs)) == 1) {
			rounds = cs.rounds;
			goto again;
		}
		rounds = cs.rounds;
	}
	pthread_cleanup_push(counted, &more);
	printf("%d\n", n);
	pthread_cleanup_pop(1);
	return rounds * n;
}

int main(void)
{
	printf("%d %d\n", tried(3), tried(5));
	return 0;
}
