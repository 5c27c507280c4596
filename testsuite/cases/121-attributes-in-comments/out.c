#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int hits;

struct hit_cs {    /* lock, in.c:18-21 */
	int by;    /* in */
	int seen;  /* out */
};

static int hit_cs(void *ctx)
{
	struct hit_cs *cs = ctx;
	int by = cs->by;
	int seen;

	hits += by;
	seen = hits;
	cs->seen = seen;
	return 0;
}

/*
 * As the manual has it:
 *
 *	unsigned char buffer[8] __attribute__((aligned(2)));
 *	int completed = 0;
 */
static int hit(int by)
{
	unsigned char buffer[8] __attribute__((aligned(2))) = "x";
	/*............0*/ int seen;

	// not __attribute__((unused, cold))
	struct hit_cs cs = { .by = by };
	rcl_exec_anon(&lock, hit_cs, &cs, sizeof(cs));
	seen = cs.seen;
	return seen + buffer[1];
}

int main(void)
{
	puts("__attribute__((aligned(4))) /* no comment");
	printf("%d\n", hit(3));
	return 0;
}
