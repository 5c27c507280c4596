#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pair {
	int first;
	int second;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {            /* lock, in.c:17-25 */
	struct pair pair;  /* in */
	int at;            /* where it goes on */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct pair pair = cs->pair;

	if (cs->at == 1) {
		goto at_1;
	}

	total += pair.first;
	if (total > 2) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	total += pair.first + pair.second;
	return 0;
}

/* The client changes one member while it has the lock back; the section goes on with both. */
static int add(int by)
{
	struct pair pair = {by, 1};

	struct add_cs cs = { .pair = pair, .at = 0 };
	while (rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs)) == 1) {
		pair.second = by * 2;
		cs.pair = pair;
	}
	return total;
}

int main(void)
{
	int one = add(1), two = add(5);

	printf("%d %d\n", one, two);
	return 0;
}
