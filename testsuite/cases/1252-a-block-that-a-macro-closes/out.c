/* The section's lock is kept where its block ends, and the brace of that is a macro's: what follows is not in it. */
#include <pthread.h>
#include "rcl_config.h"

#define LOCK_OPEN(m) { rcl_lock(m);
#define UNLOCK_CLOSE(m) rcl_unlock(m); }

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer), inner = RCL_MUTEX_INITIALIZER(inner);
static long total;

struct add_cs {  /* outer, in.c:13-17 */
	long n;  /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;

	rcl_lock(&inner);
	total += n;
	n = total;
	cs->n = n;
	return 0;
}

static long add(long n, rcl_mutex_t *taken)
{
	if (n > 0) {
		struct add_cs cs = { .n = n };
		rcl_exec_anon(&outer, add_cs, &cs, sizeof(cs));
		n = cs.n;
		n -= 2;
		rcl_unlock(taken);
	}
	return n;
}

int main(void)
{
	return add(3, &inner) != 1;
}
