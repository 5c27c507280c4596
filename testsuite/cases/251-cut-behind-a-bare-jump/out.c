#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {   /* lock, in.c:12-20 */
	int by;   /* in-out */
	int old;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;
	int old;

	old = total;
	if (by > 4) {
		by = 4;
		cs->by = by;
		cs->old = old;
		return RCL_KEEP | 1;
	}
	total += by;
	if (by % 3 == 0) {
		cs->by = by;
		cs->old = old;
		return RCL_KEEP | 1;
	}
	cs->by = by;
	cs->old = old;
	return RCL_KEEP;
}

/* the label keeps the rest in place; the last statement before it is a jump there, without braces */
static int add(int by)
{
	int old;

	struct add_cs cs = { .by = by };
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	by = cs.by;
	old = cs.old;

	if (way == 1)
		goto out;
out:
	do { rcl_unlock(&lock); } while (old < 0);
	return old + by;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		printf("%d\n", add(i));
	printf("%d\n", total);
	return 0;
}
