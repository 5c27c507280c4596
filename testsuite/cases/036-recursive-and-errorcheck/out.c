#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t twice = RCL_RECURSIVE_MUTEX_INITIALIZER(twice);
static rcl_mutex_t checked = RCL_ERRORCHECK_MUTEX_INITIALIZER(checked);
static int depth;

static int enter(int n);

struct enter_cs {     /* twice, in.c:13-17 */
	int n;        /* in */
	int reached;  /* out */
};

static int enter_cs(void *ctx)
{
	struct enter_cs *cs = ctx;
	int n = cs->n;
	int reached;

	depth++;
	reached = n > 0 ? enter(n - 1) : depth;
	depth--;
	cs->reached = reached;
	return 0;
}

static int enter(int n)
{
	int reached;

	struct enter_cs cs = { .n = n };
	rcl_exec(&twice, enter_cs, &cs, sizeof(cs));
	reached = cs.reached;
	return reached;
}

/* checked, in.c:24-26 */
static int main_cs(void *ctx)
{
	depth += 2;
	return 0;
}

int main(void)
{
	printf("%d", enter(3));
	rcl_exec_anon(&checked, main_cs, NULL, 0);
	printf(" %d\n", depth);
	return 0;
}
