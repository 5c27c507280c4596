/* Variables that only macros name in their sections, and that nobody reads behind them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define CHECK(x) do { if ((error = (x)) != 0) sum += error; } while (0)
#define VAR(name) name##_var

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long sum;

struct checked_cs {  /* m, in.c:15-17 */
	int n;       /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int n = cs->n;
	int error;

	CHECK(n);
	return 0;
}

static void checked(int n)
{
	struct checked_cs cs = { .n = n };
	rcl_exec_anon(&m, checked_cs, &cs, sizeof(cs));
}

struct made_cs {  /* m, in.c:26-29 */
	int n;    /* in */
};

static int made_cs(void *ctx)
{
	struct made_cs *cs = ctx;
	int n = cs->n;
	long twice_var;

	VAR(twice) = sum * 2;
	sum += n + VAR(twice);
	return 0;
}

static long made(int n)
{
	long VAR(twice) = n;

	if (n > 2)
		return VAR(twice);
	struct made_cs cs = { .n = n };
	rcl_exec_anon(&m, made_cs, &cs, sizeof(cs));
	return sum;
}

int main(void)
{
	checked(3);
	printf("%ld\n", made(2));
	printf("%ld %ld\n", made(7), sum);
	return 0;
}
