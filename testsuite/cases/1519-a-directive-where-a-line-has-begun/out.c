/*
 * What only some builds hand over stands in an #if, which begins a line, also
 * where the lock is given back behind a brace, or a label.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define WIDE 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

struct add_cs {     /* lock, in.c:20-30 */
#if WIDE
	long last;  /* in-out */
#endif
	int turns;  /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
#if WIDE
	long last = cs->last;
#endif
	int turns = cs->turns;

	for (;;) {
		if (turns++ == 3) {
#if WIDE
			cs->last = last;
#endif
			cs->turns = turns;
			return 1;
		}
		if (sum > 100) {
#if WIDE
			cs->last = last;
#endif
			return RCL_KEEP | 2;
		}
		sum += turns;
#if WIDE
		last += turns;
#endif
	}
}

static long add(int by)
{
#if WIDE
	long last = by;
#endif
	int turns = 0;

	struct add_cs cs = {
#if WIDE
		.last = last,
#endif
		.turns = turns,
	};
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

	if (way == 1) {
#if WIDE
		last = cs.last;
#endif
		turns = cs.turns;
	} else {
#if WIDE
		last = cs.last;
#endif
		goto full;
	}
#if WIDE
	sum += last;
#endif
	return turns;
full:	rcl_unlock(&lock);
#if WIDE
	return last;
#else
	return 0;
#endif
}

int main(void)
{
	printf("%ld %ld\n", add(2), sum);
	return 0;
}
