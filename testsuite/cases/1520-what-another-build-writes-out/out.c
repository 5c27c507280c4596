/*
 * In a branch that is not compiled a macro writes out the name of a variable
 * that the section has a pointer to: there it would write out another text.
 * One that only says what was asserted may.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(x) ((long)strlen(#x))
#define REQUIRE(x) ((x) ? 0 : (puts(#x), abort(), 0))
#define FEATURE 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;

static void grow(int *n)
{
	++*n;
}

static int written(int by)
{
	int n = by;

	rcl_lock(&lock);
#if FEATURE
	n += 2;
#else
	sum += LENGTH(n);
#endif
	rcl_unlock(&lock);
	grow(&n);
	return n;
}

struct required_cs {  /* lock, in.c:42-48 */
	int *n;       /* by reference */
};

static int required_cs(void *ctx)
{
	struct required_cs *cs = ctx;
	int *n = cs->n;

#if FEATURE
	*n += 2;
#else
	sum += REQUIRE(*n > 1);
#endif
	return 0;
}

static int required(int by)
{
	int n = by;

	struct required_cs cs = { .n = &n };
	rcl_exec_anon(&lock, required_cs, &cs, sizeof(cs));
	grow(&n);
	return n;
}

int main(void)
{
	printf("%d %d\n", written(2), required(3));
	printf("%ld\n", sum);
	return 0;
}
