/* A struct stands in parentheses, where the section has a pointer to it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define SECOND(s) (s).each[1]

struct figures {
	int sum;
	int each[40];
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct figures all = { 3, { 4, 5, 6 } };

static void add(struct figures *to, int n)
{
	to->sum += n;
	to->each[0] = n;
}

struct differ_cs {            /* m, in.c:25-28 */
	int n;                /* in */
	struct figures *own;  /* by reference */
};

static int differ_cs(void *ctx)
{
	struct differ_cs *cs = ctx;
	int n = cs->n;
	struct figures *own = cs->own;

	add(own, n);
	all.sum += (*own).each[0] + ((*own)).sum + SECOND(*own) + SECOND((*own));
	return 0;
}

static int differ(int n)
{
	struct figures own = all;

	struct differ_cs cs = { .n = n, .own = &own };
	rcl_exec_anon(&m, differ_cs, &cs, sizeof(cs));
	return own.sum;
}

int main(void)
{
	printf("%d ", differ(1));
	printf("%d %d\n", differ(2), all.sum);
	return 0;
}
