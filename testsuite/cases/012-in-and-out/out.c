#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct sum_cs {             /* lock, in.c:13-17 */
	const int *values;  /* in */
	int seen;           /* in-out */
	int before;         /* out */
	int i;              /* in */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	const int *values = cs->values;
	int seen = cs->seen;
	int before;
	int i = cs->i;

	before = total;
	total += values[i];
	seen++;
	cs->seen = seen;
	cs->before = before;
	return 0;
}

static int sum(const int *values, int count)
{
	int seen = 0;
	int before;

	for (int i = 0; i < count; i++) {
		struct sum_cs cs = { .values = values, .seen = seen, .i = i };
		rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
		seen = cs.seen;
		before = cs.before;
		printf("%d ", before);
	}
	return seen;
}

int main(void)
{
	const int values[] = { 4, 5, 6 };

	printf("%d", sum(values, 3));
	printf(" %d\n", total);
	return 0;
}
