#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:10-17 */
	int by;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;

	total += by;
	if (by == 2) {
		return 1;
	} else {
		total++;
		return 2;
	}
}

/* an empty statement alone in an if is what the compiler warns of */
static void add(int by)
{
	struct add_cs cs = { .by = by };
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

	if (way == 2) {
		;
	}
	if (by == 3)
		return;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		add(i);
	printf("%d\n", total);
	return 0;
}
