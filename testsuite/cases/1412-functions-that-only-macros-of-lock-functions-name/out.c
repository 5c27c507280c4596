/* What only lock functions use, by the macros in them, goes with them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

#define CHECK(r, what) if ((r) != 0) fatal(what)
#define TAKE(m) do { int err = rcl_lock(m); CHECK(err, "lock"); } while (0)

struct add_cs {  /* m, in.c:30-33 */
	int k;   /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int k = cs->k;

	n += k;
	k = n;
	cs->k = k;
	return 0;
}

int add(int k)
{
	struct add_cs cs = { .k = k };
	rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

int main(void)
{
	printf("%d\n", add(3));
	return 0;
}
