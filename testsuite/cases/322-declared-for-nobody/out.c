/* What one section declares, and another one alone uses, the client declares for nobody. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pair {
	int a, b;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), again = RCL_MUTEX_INITIALIZER(again);
static int total;

struct added_lock_cs {  /* lock, in.c:14-17 */
	int n;          /* in */
};

static int added_lock_cs(void *ctx)
{
	struct added_lock_cs *cs = ctx;
	int n = cs->n;

	total += n;
	total *= 2;
	return 0;
}

struct added_again_cs {  /* again, in.c:18-22 */
	int n;           /* in */
};

static int added_again_cs(void *ctx)
{
	struct added_again_cs *cs = ctx;
	int n = cs->n;
	struct pair y;

	y.a = n;
	y.b = total;
	total = y.a + y.b;
	return 0;
}

static int added(int n)
{
	struct added_lock_cs cs = { .n = n };
	rcl_exec_anon(&lock, added_lock_cs, &cs, sizeof(cs));
	struct added_again_cs again_cs = { .n = n };
	rcl_exec_anon(&again, added_again_cs, &again_cs, sizeof(again_cs));
	return n;
}

int main(void)
{
	int n = added(4);

	printf("%d %d\n", n, total);
	return 0;
}
