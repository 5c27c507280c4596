/* The variable that a section in another one has for itself is called as a field which that one names. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pair {
	int a, b;
};

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static struct pair shared = { 1, 2 };
static int total;

struct add_inner_cs {  /* inner, in.c:25-28 */
	int n;         /* in */
};

static int add_inner_cs(void *ctx)
{
	struct add_inner_cs *cs = ctx;
	int n = cs->n;
	int a;

	a = 2 * n;
	total += a;
	return 0;
}

struct add_outer_cs {  /* outer, in.c:22-30 */
	int n;         /* in */
};

static int add_outer_cs(void *ctx)
{
	struct add_outer_cs *cs = ctx;
	int n = cs->n;

	total += shared.a;
	if (n > 1) {
		struct add_inner_cs inner_cs = { .n = n };
		rcl_exec_anon(&inner, add_inner_cs, &inner_cs, sizeof(inner_cs));
	}
	return 0;
}

static int add(int n)
{
#ifdef TRACK
	int a;
#endif

#ifdef TRACK
	if (n > 7)
		return a;
#endif
	struct add_outer_cs cs = { .n = n };
	rcl_exec_anon(&outer, add_outer_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	int n = add(1) + add(2);

	printf("%d %d\n", n, total);
	return 0;
}
