/* Nothing may have the address of a register: what a section sets on some ways, and nobody reads behind it, is copied. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

struct f_cs {    /* lock, in.c:12-18 */
	long n;  /* in */
};

static int f_cs(void *ctx)
{
	struct f_cs *cs = ctx;
	long n = cs->n;
	long y;

	sum += n;
	if (sum > 3) {
		y = sum + n;
		sum += y & 1;
	}
	return 0;
}

static long f(long n)
{
	register long y;

	struct f_cs cs = { .n = n };
	rcl_exec_anon(&lock, f_cs, &cs, sizeof(cs));
	for (long i = 0; i < 2; i++)
		y = i;
	return n;
}

int main(void)
{
	for (long n = 0; n < 4; n++)
		printf("%ld %ld\n", f(n), sum);
	return 0;
}
