#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer), inner = RCL_MUTEX_INITIALIZER(inner);
static int a, b;

struct both_cs {  /* outer, in.c:11-26 */
	int n;    /* in */
	int i;    /* in-out */
	int sum;  /* in-out */
	int at;   /* where it goes on */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int n = cs->n;
	int i = cs->i;
	int sum = cs->sum;

	if (cs->at == 1) {
		goto at_1;
	}

	a++;
	rcl_lock(&inner);
	while (i < 3) {
		i++;
		b += i;
		rcl_unlock(&inner);
		cs->i = i;
		cs->sum = sum;
		cs->at = 1;
		return 1;
		at_1:
		rcl_lock(&inner);
		sum += b + n;
	}
	rcl_unlock(&inner);
	a += i;
	cs->sum = sum;
	return 0;
}

/* Behind what the outer section resumes, the context of the inner one would be lost. */
static int both(int n)
{
	int i = 0, sum = n;

	struct both_cs cs = { .n = n, .i = i, .sum = sum, .at = 0 };
	while (rcl_exec_anon(&outer, both_cs, &cs, sizeof(cs)) == 1) {
		i = cs.i;
		n += i;
		cs.n = n;
	}
	sum = cs.sum;
	return sum;
}

int main(void)
{
	int sum = both(4);
	printf("%d %d %d\n", sum, a, b);
	return 0;
}
