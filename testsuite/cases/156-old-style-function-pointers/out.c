#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct visit_lock_1_cs {                 /* lock, in.c:16-18 */
	int first;                       /* in */
	int (*call)(int, const char *);  /* in */
};

static int visit_lock_1_cs(void *ctx)
{
	struct visit_lock_1_cs *cs = ctx;
	int first = cs->first;
	int (*call)(int, const char *) = cs->call;

	total += call(first, "one");
	return 0;
}

struct visit_lock_2_cs {  /* lock, in.c:20-22 */
	int sum;          /* out */
};

static int visit_lock_2_cs(void *ctx)
{
	struct visit_lock_2_cs *cs = ctx;
	int sum;

	sum = total;
	cs->sum = sum;
	return 0;
}

/* The declarations of its parameters hold parentheses of their own. */
static int
visit(first, call, last)
	int first, last;
	int (*call)(int, const char *);
{
	int sum;

	for (; first < last; first++) {
		struct visit_lock_1_cs cs = { .first = first, .call = call };
		rcl_exec_anon(&lock, visit_lock_1_cs, &cs, sizeof(cs));
	}
	struct visit_lock_2_cs cs;
	rcl_exec_anon(&lock, visit_lock_2_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

static int twice(int number, const char *name)
{
	return 2 * number + (name == NULL);
}

int main(void)
{
	printf("%d\n", visit(1, twice, 4));
	return 0;
}
