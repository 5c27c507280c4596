#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define COMPARE(a, op, b) ((long)((a) - (b)) op 0)
#define FOLD(op, a, b) ((a) op (b))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static unsigned long done;

struct reached_cs {             /* lock, in.c:14-18 */
	unsigned long request;  /* in */
	int is;                 /* out */
};

static int reached_cs(void *ctx)
{
	struct reached_cs *cs = ctx;
	unsigned long request = cs->request;
	int is;

	if (COMPARE(request, >, done))
		done = request;
	is = COMPARE(request, <=, done) && FOLD(<<, request, 1) == FOLD( * , request, 2);
	cs->is = is;
	return 0;
}

static int reached(unsigned long request)
{
	int is;

	struct reached_cs cs = { .request = request };
	rcl_exec_anon(&lock, reached_cs, &cs, sizeof(cs));
	is = cs.is;
	return is;
}

int main(void)
{
	int (*f)(unsigned long) = (int (*)(unsigned long))reached;

	printf("%d %d\n", f(2), f(1));
	return 0;
}
