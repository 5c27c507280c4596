#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct slowly_cs {  /* lock, in.c:11-13 */
	int seen;   /* out */
};

static int slowly_cs(void *ctx)
{
	struct slowly_cs *cs = ctx;
	int seen;

	seen = n++;
	cs->seen = seen;
	return 0;
}

static int slowly(void)
{
	int seen;

	struct slowly_cs cs;
	rcl_exec_anon(&lock, slowly_cs, &cs, sizeof(cs));
	seen = cs.seen;
	rcl_lock(&lock);
	while (n < 5) {
		n++;
		rcl_unlock(&lock);
		seen++;
		rcl_lock(&lock);
	}
	rcl_unlock(&lock);
	return seen;
}

int main(void)
{
	printf("%d\n", slowly());
	return 0;
}
