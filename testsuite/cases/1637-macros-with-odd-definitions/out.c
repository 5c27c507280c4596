/* Definitions of macros in lines that go on, behind comments, or in a comment, which others than cpp may not see. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* as it was once:
#define ADD(to,
            what) to += what
 */
#define ADD(to, what) ((to) += (what))
#define \
	CHECKED(x) ((void)sizeof(x))
/* counts */ #define COUNT(x) ((x)++)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum, calls;

struct add_cs {    /* lock, in.c:23-29 */
	long n;    /* in-out */
	long *to;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;
	long *to = cs->to;

	CHECKED(n > 0);
	assert(ADD(n, 0) == n);
	ADD(*to, n);
	COUNT(calls);
	n = sum;
	cs->n = n;
	return 0;
}

static long add(long n)
{
	long *to = &sum;

	struct add_cs cs = { .n = n, .to = to };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%ld\n", add(3) + add(4));
	printf("%ld\n", calls);
	return 0;
}
