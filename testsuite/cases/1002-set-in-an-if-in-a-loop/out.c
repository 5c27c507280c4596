/* Variables that only some builds set, in a loop that alone gives them a value, and those whose size alone counts. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pair {
	int a, b;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

static struct pair paired(int n)
{
	struct pair p = { n, count };

	return p;
}

struct set_by_some_builds_cs {  /* m, in.c:24-30 */
	int n;                  /* in */
	struct pair *last;      /* by reference */
};

static int set_by_some_builds_cs(void *ctx)
{
	struct set_by_some_builds_cs *cs = ctx;
	int n = cs->n;
	struct pair *last = cs->last;

#ifndef NO_PAIRS
	*last = paired(n);
	count += last->a;
#endif
	count++;
	return 0;
}

static int set_by_some_builds(int n)
{
	struct pair last;

	do {
		struct set_by_some_builds_cs cs = { .n = n, .last = &last };
		rcl_exec_anon(&m, set_by_some_builds_cs, &cs, sizeof(cs));
	} while (n-- > 0);
	return n;
}

static int set_by_all_builds(int n)
{
	struct pair last;

	do {
		rcl_lock(&m);
#ifndef NO_PAIRS
		last = paired(n);
		count += last.a;
#else
		last = paired(1);
#endif
		count++;
		rcl_unlock(&m);
	} while (n-- > 0);
	return n;
}

struct read_behind_by_some_builds_cs {  /* m, in.c:58-66 */
	int n;                          /* in */
	int *last;                      /* by reference */
};

static int read_behind_by_some_builds_cs(void *ctx)
{
	struct read_behind_by_some_builds_cs *cs = ctx;
	int n = cs->n;
	int *last = cs->last;

#ifndef NO_PAIRS
	*last = n;
#endif
	if (count > 3) {
		*last = count;
	}
	count++;
	return 0;
}

static int read_behind_by_some_builds(int n)
{
	int last;

	do {
		struct read_behind_by_some_builds_cs cs = { .n = n, .last = &last };
		rcl_exec_anon(&m, read_behind_by_some_builds_cs, &cs, sizeof(cs));
	} while (n-- > 0);
#ifndef NO_PAIRS
	n += last;
#endif
	return n;
}

/* m, in.c:78-80 */
static int measured_cs(void *ctx)
{
	struct pair last;

	count += (int)sizeof(last);
	return 0;
}

static int measured(int n)
{
	struct pair last;

	rcl_exec_anon(&m, measured_cs, NULL, 0);
	last = paired(n);
	return last.a + last.b;
}

int main(void)
{
	printf("%d %d\n", set_by_some_builds(2), set_by_all_builds(5));
	printf("%d\n", read_behind_by_some_builds(3));
	printf("%d\n", measured(4));
	return 0;
}
