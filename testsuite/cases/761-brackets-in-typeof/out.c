/* typeof asks for the type of what stands in any number of parentheses: libclang does not tell of that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct nest { long b; int tail[3]; };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

static void add(int *x) { *x += 1; }

static long first(int *x) { return x[0]; }

struct nested_cs {  /* lock, in.c:18-20 */
	int *two;   /* by reference */
};

static int nested_cs(void *ctx)
{
	struct nested_cs *cs = ctx;
	int *two = cs->two;

	sum += *two + (long)sizeof(__typeof__(((*two))));
	return 0;
}

static long nested(long n)
{
	int two = (int)n;

	add(&two);
	struct nested_cs cs = { .two = &two };
	rcl_exec_anon(&lock, nested_cs, &cs, sizeof(cs));
	add(&two);
	return two;
}

static long of_a_member(long n)
{
	struct nest key = { .b = n };

	rcl_lock(&lock);
	__typeof__((key.b + first((key.tail)))) one = key.b + first(key.tail);
	sum += (long)one;
	rcl_unlock(&lock);
	return key.b;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld\n", nested(n), of_a_member(n));
	printf("%ld\n", sum);
	return 0;
}
