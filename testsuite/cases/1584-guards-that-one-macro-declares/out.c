/* A guard's functions that only a macro names, whose only use becomes a section, go. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

#define GUARD(m) rcl_mutex_t *guard_ __attribute__((cleanup(give), unused)) = take(m)

struct add_cs {      /* lock, in.c:14-19 */
	int n;       /* in */
	int result;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n < 0)
		return 1;
	total += n;
	cs->result = total;
	return 2;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	return cs.result;
}

/* Variables of the functions' names are no uses of these. */
static int bounded(int n)
{
	int take = n > 3 ? 3 : n, left;

	left = n - take;
	return take * 10 + left;
}

static int given(const int *give, int n)
{
	return give[n] + *give;
}

struct main_cs {  /* lock, in.c:40-42 */
	int *n;   /* by reference */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int *n = cs->n;

	n[0] += total;
	return 0;
}

int main(void)
{
	int n[] = { 5, 6 };

	struct main_cs cs = { .n = n };
	rcl_exec_anon(&lock, main_cs, &cs, sizeof(cs));
	printf("%d %d %d %d\n", add(2), add(-1), bounded(5), given(n, 1));
	return 0;
}
