#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct begin_cs {  /* lock, in.c:12-21 */
	int by;    /* in */
	int seen;  /* out */
};

static int begin_cs(void *ctx)
{
	struct begin_cs *cs = ctx;
	int by = cs->by;
	int seen;

	seen = n + 1;
	if (by == 0) {
		return 1;
	}
	if (by > 100) {
		cs->seen = seen;
		return RCL_KEEP | 2;
	}
	n += by;
	cs->seen = seen;
	return RCL_KEEP | 2;
}

/* Returns with the lock held unless there is nothing to hold it for. */
static int begin(int by)
{
	int seen = 0;

	struct begin_cs cs = { .by = by };
	int way = rcl_exec_anon(&lock, begin_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	seen = cs.seen;
	return seen;
}

static void end(void)
{
	n++;
	rcl_unlock(&lock);
}

int main(void)
{
	printf("%d", begin(0));
	printf(" %d", begin(5));
	end();
	printf(" %d", begin(500));
	end();
	printf(" %d\n", n);
	return 0;
}
