/* Behind a pause an empty statement follows, as macros that stand for nothing leave it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum, others;

struct add_cs {  /* lock, in.c:10-19 */
	int n;   /* in */
	int at;  /* where it goes on */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	sum += n;
	if (n & 1) {
		cs->at = 1;
		return 1;
		at_1: ;
		;
		sum++;
	}
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs)) == 1) {
		others++;
	}
}

int main(void)
{
	add(1);
	add(2);
	printf("%d %d\n", sum, others);
	return 0;
}
