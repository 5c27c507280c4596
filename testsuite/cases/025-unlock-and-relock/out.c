#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct slowly_lock_1_cs {  /* lock, in.c:11-13 */
	int seen;          /* out */
};

static int slowly_lock_1_cs(void *ctx)
{
	struct slowly_lock_1_cs *cs = ctx;
	int seen;

	seen = n++;
	cs->seen = seen;
	return 0;
}

struct slowly_lock_2_cs {  /* lock, in.c:14-21 */
	int at;            /* where it goes on */
};

static int slowly_lock_2_cs(void *ctx)
{
	struct slowly_lock_2_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	while (n < 5) {
		n++;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	return 0;
}

static int slowly(void)
{
	int seen;

	struct slowly_lock_1_cs cs;
	rcl_exec_anon(&lock, slowly_lock_1_cs, &cs, sizeof(cs));
	seen = cs.seen;
	struct slowly_lock_2_cs lock_2_cs = { .at = 0 };
	while (rcl_exec_anon(&lock, slowly_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs)) == 1) {
		seen++;
	}
	return seen;
}

int main(void)
{
	printf("%d\n", slowly());
	return 0;
}
