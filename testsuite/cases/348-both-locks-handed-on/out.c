#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int n, told;

/* Gives both back. */
static void reschedule(int how)
{
	if (!how) {
		rcl_lock(&outer);
		rcl_lock(&inner);
	}
	n++;
	rcl_unlock(&inner);
	told = n;
	rcl_unlock(&outer);
}

struct schedule_inner_cs {  /* inner, in.c:25-35 */
	int by;             /* in */
};

static int schedule_inner_cs(void *ctx)
{
	struct schedule_inner_cs *cs = ctx;
	int by = cs->by;
	int old = n;

	n += by;
	int next = n;
	if (old != next) {
		return RCL_KEEP | 1;
	} else {
		return 2;
	}
}

struct schedule_outer_cs {  /* outer, in.c:24-35 */
	int by;             /* in */
};

static int schedule_outer_cs(void *ctx)
{
	struct schedule_outer_cs *cs = ctx;
	int by = cs->by;
	struct schedule_inner_cs inner_cs = { .by = by };
	int inner_way = rcl_exec_anon(&inner, schedule_inner_cs, &inner_cs, sizeof(inner_cs));

	if (inner_way == 1) {
		return RCL_KEEP | 1;
	} else {
		return 2;
	}
}

/* One branch hands both locks on, the other one gives them back. */
static void schedule(int by)
{
	struct schedule_outer_cs cs = { .by = by };
	int way = rcl_exec_anon(&outer, schedule_outer_cs, &cs, sizeof(cs));

	if (way == 1) {
		reschedule(1); // gives them back
	}

	printf("%d\n", by);
}

int main(void)
{
	schedule(1);
	schedule(0);
	reschedule(0);
	printf("%d %d\n", n, told);
	return 0;
}
