#include <stdio.h>
#include <pthread.h>
#include "rcl_config.h"
rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:8-10 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	for (int n = 1; n < 8; n++)
		add(n);
	printf("%d\n", total);
	return 0;
}
