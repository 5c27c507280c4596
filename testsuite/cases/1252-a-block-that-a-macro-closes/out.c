/* The section's lock is kept where its block ends, and the brace of that is a macro's: what follows is not in it. */
#include <pthread.h>
#include "rcl_config.h"

#define LOCK_OPEN(m) { rcl_lock(m);
#define UNLOCK_CLOSE(m) rcl_unlock(m); }

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer), inner = RCL_MUTEX_INITIALIZER(inner);
static long total;

static long add(long n, rcl_mutex_t *taken)
{
	if (n > 0) {
		LOCK_OPEN(&outer)
		rcl_lock(&inner);
		total += n;
		n = total;
		UNLOCK_CLOSE(&outer)
		n -= 2;
		rcl_unlock(taken);
	}
	return n;
}

int main(void)
{
	return add(3, &inner) != 1;
}
