/* A section whose handler is registered first, where no declaration may follow a statement. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

static void release(void *lock)
{
	rcl_unlock(lock);
}

struct counted_cs {  /* m, in.c:18-22 */
	int n;       /* in-out */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	count += n;
	n -= count & 1;
	cs->n = n;
	return 0;
}

static int counted(int n)
{
	int i;

	for (i = 0; i < n; i++) {
		pthread_cleanup_push(release, &m);
		{
			struct counted_cs cs = { .n = n };
			rcl_exec_anon(&m, counted_cs, &cs, sizeof(cs));
			n = cs.n;
		}
		pthread_cleanup_pop(0);
	}
	return n;
}

int main(void)
{
	printf("%d %d\n", counted(3), counted(5));
	printf("%d\n", count);
	return 0;
}
