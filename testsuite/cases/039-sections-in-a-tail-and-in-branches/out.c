#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t first = RCL_MUTEX_INITIALIZER(first);
static rcl_mutex_t second = RCL_MUTEX_INITIALIZER(second);
static int one = 1, two;

struct move_second_cs {  /* second, in.c:13-15 */
	int by;          /* in */
};

static int move_second_cs(void *ctx)
{
	struct move_second_cs *cs = ctx;
	int by = cs->by;

	two += by;
	return 0;
}

struct move_first_cs {  /* first, in.c:10-19 */
	int by;         /* in */
};

static int move_first_cs(void *ctx)
{
	struct move_first_cs *cs = ctx;
	int by = cs->by;

	if (by > one) {
		return 1;
	}
	one -= by;
	return 0;
}

static int move(int by)
{
	struct move_first_cs cs = { .by = by };
	if (rcl_exec_anon(&first, move_first_cs, &cs, sizeof(cs)) == 1) {
		struct move_second_cs second_cs = { .by = by };
		rcl_exec_anon(&second, move_second_cs, &second_cs, sizeof(second_cs));
		return -1;
	}
	return by;
}

struct report_cs {     /* first, in.c:27-35 */
	int by;        /* in */
	int negative;  /* in-out */
};

static int report_cs(void *ctx)
{
	struct report_cs *cs = ctx;
	int by = cs->by;
	int negative = cs->negative;

	one += by;
	if (one < 0) {
		negative = 1;
		cs->negative = negative;
		return 1;
	} else {
		cs->negative = negative;
		return 2;
	}
}

static void report(int by)
{
	int negative = 0;

	struct report_cs cs = { .by = by, .negative = negative };
	int way = rcl_exec_anon(&first, report_cs, &cs, sizeof(cs));
	negative = cs.negative;

	if (way == 1) {
		printf("<%d>", negative);
	} else {
		printf("[%d]", negative);
	}
}

int main(void)
{
	report(-9);
	report(20);
	printf("%d", move(7));
	printf(" %d %d %d\n", move(70), one, two);
	return 0;
}
