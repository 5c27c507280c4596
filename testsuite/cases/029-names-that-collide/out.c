#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct count_cs {  /* lock, in.c:12-27 */
	int ctx;   /* in */
	int cs;    /* in-out */
};

static int count_cs(void *arg)
{
	struct count_cs *context = arg;
	int ctx = context->ctx;
	int cs = context->cs;

	if (n > ctx) {
		context->cs = cs;
		return 1;
	}
	n += cs;
	cs = n;
	if (n == 4) {
		context->cs = cs;
		return 1;
	}
	if (n == 5) {
		context->cs = cs;
		return 2;
	}
	context->cs = cs;
	return 0;
}

static int count(int ctx, int cs)
{
	int way;

	for (way = 0;; way++) {
		struct count_cs cs_context = { .ctx = ctx, .cs = cs };
		int way_out = rcl_exec_anon(&lock, count_cs, &cs_context, sizeof(cs_context));
		cs = cs_context.cs;

		if (way_out == 1) {
			break;
		}
		if (way_out == 2) {
			continue;
		}
	}
	return way + cs;
}

int main(void)
{
	printf("%d\n", count(9, 1));
	return 0;
}
