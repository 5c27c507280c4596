#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct settings { int limit; };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct settings cs = { 5 };
static int way, ctx;

struct add_cs {  /* lock, in.c:12-24 */
	int n;   /* in-out */
};

static int add_cs(void *arg)
{
	struct add_cs *context = arg;
	int n = context->n;

	if (n > cs.limit) {
		return 1;
	}
	if (n == way) {
		ctx++;
		return 2;
	}
	way += n;
	n = way;
	context->n = n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs_context = { .n = n };
	switch (rcl_exec_anon(&lock, add_cs, &cs_context, sizeof(cs_context))) {
	case 1:
		return -1;
	case 2:
		return ctx;
	}
	n = cs_context.n;
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", add(6), add(4), add(4), add(1));
	return 0;
}
