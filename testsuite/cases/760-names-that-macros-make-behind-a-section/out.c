/* A variable whose name a macro makes is declared in a section; what follows the section sets it, and nobody reads it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define VAR(name) name##_var
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

struct once_cs {  /* lock, in.c:11-18 */
	long n;   /* in */
};

static int once_cs(void *ctx)
{
	struct once_cs *cs = ctx;
	long n = cs->n;

	sum += n;
	long VAR(twin) = sum + 3;
	for (int i = 0; i < 2; i++) {
		VAR(twin) -= 7;
		sum += VAR(twin);
	}
	return 0;
}

static long once(long n)
{
	long twin_var;
	struct once_cs cs = { .n = n };
	rcl_exec_anon(&lock, once_cs, &cs, sizeof(cs));
	for (int i = 0; i < 2; i++)
		VAR(twin) = n;
	return n;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld\n", once(n), sum);
	return 0;
}
