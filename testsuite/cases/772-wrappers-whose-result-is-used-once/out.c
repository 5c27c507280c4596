/* Nothing but code that no build compiles calls the wrapper any more once the only section that uses its result is
   shipped: the wrapper stays for that, and the compiler does not complain of it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

static inline int take(void) { return rcl_lock(&lock); }

struct used_cs {  /* lock, in.c:13-15 */
	long n;   /* in-out */
};

static int used_cs(void *ctx)
{
	struct used_cs *cs = ctx;
	long n = cs->n;

	n += 1 + 0;
	sum += n;
	cs->n = n;
	return 0;
}

static long used(long n)
{
	struct used_cs cs = { .n = n };
	rcl_exec_anon(&lock, used_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct other_cs {  /* lock, in.c:21-23 */
	long n;    /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	long n = cs->n;

	sum += n;
	return 0;
}

static long other(long n)
{
	struct other_cs cs = { .n = n };
	rcl_exec_anon(&lock, other_cs, &cs, sizeof(cs));
#ifdef NEVER
	if (take() == 0)
		pthread_mutex_unlock(&lock);
#endif
	return n;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld %ld\n", used(n), other(n), sum);
	return 0;
}
