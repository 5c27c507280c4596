#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t first = RCL_MUTEX_INITIALIZER(first);
static rcl_mutex_t second = RCL_MUTEX_INITIALIZER(second);
static int one, two;

struct both_first_1_cs {  /* first, in.c:12-14 */
	int n;            /* in */
	int a;            /* out */
};

static int both_first_1_cs(void *ctx)
{
	struct both_first_1_cs *cs = ctx;
	int n = cs->n;
	int a;

	a = one += n;
	cs->a = a;
	return 0;
}

struct both_second_cs {  /* second, in.c:16-18 */
	int a;           /* in */
	int b;           /* out */
};

static int both_second_cs(void *ctx)
{
	struct both_second_cs *cs = ctx;
	int a = cs->a;
	int b;

	b = two += a;
	cs->b = b;
	return 0;
}

struct both_first_2_cs {  /* first, in.c:21-23 */
	int b;            /* in */
};

static int both_first_2_cs(void *ctx)
{
	struct both_first_2_cs *cs = ctx;
	int b = cs->b;

	one = b;
	return 0;
}

static int both(int n)
{
	int a, b;

	struct both_first_1_cs cs = { .n = n };
	rcl_exec_anon(&first, both_first_1_cs, &cs, sizeof(cs));
	a = cs.a;

	struct both_second_cs second_cs = { .a = a };
	rcl_exec_anon(&second, both_second_cs, &second_cs, sizeof(second_cs));
	b = second_cs.b;

	if (b > 10) {
		struct both_first_2_cs first_2_cs = { .b = b };
		rcl_exec_anon(&first, both_first_2_cs, &first_2_cs, sizeof(first_2_cs));
	}
	return a + b;
}

int main(void)
{
	printf("%d", both(3));
	printf(" %d %d %d\n", both(9), one, two);
	return 0;
}
