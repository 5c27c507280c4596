/* The comments of a context stand in a column that a long member does not move. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

struct visit_cs {          /* m, in.c:12-15 */
	int from;          /* in */
	int to;            /* in */
	int (*each)(unsigned long, const char *const *, unsigned long, int (*)(const char *, int));  /* in */
	int (*more)(int);  /* in */
	int got;           /* in-out */
};

static int visit_cs(void *ctx)
{
	struct visit_cs *cs = ctx;
	int from = cs->from;
	int to = cs->to;
	int (*each)(unsigned long, const char *const *, unsigned long, int (*)(const char *, int)) = cs->each;
	int (*more)(int) = cs->more;
	int got = cs->got;

	for (int i = from; i < to; i++)
		got += each(i, NULL, 0, NULL) + more(n++);
	cs->got = got;
	return 0;
}

int visit(int from, int to, int (*each)(unsigned long, const char *const *, unsigned long, int (*)(const char *, int)), int (*more)(int))
{
	int got = 0;

	struct visit_cs cs = { .from = from, .to = to, .each = each, .more = more, .got = got };
	rcl_exec_anon(&m, visit_cs, &cs, sizeof(cs));
	got = cs.got;
	return got;
}

static int one(unsigned long a, const char *const *b, unsigned long c, int (*d)(const char *, int))
{
	return (int)(a + c) + (b != NULL) + (d != NULL);
}

static int same(int k)
{
	return k;
}

int main(void)
{
	int got = visit(1, 4, one, same);

	printf("%d %d\n", got, n);
	return 0;
}
