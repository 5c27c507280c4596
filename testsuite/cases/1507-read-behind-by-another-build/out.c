/* What a build that nobody has compiled reads behind a section is handed out, too; not what it only reads before. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long total;

struct add_cs {     /* m, in.c:13-18 */
	long was;   /* out */
	long now;   /* out */
	long mine;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long was;
	long now;
	long mine = cs->mine;

	was = total;
	total += mine;
	now = total;
	mine = 0;
	cs->was = was;
	cs->now = now;
	return 0;
}

static long add(long by)
{
	long was = 0, now, mine = by;

	printf("%ld\n", was);
	struct add_cs cs = { .mine = mine };
	rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
	was = cs.was;
	now = cs.now;
#ifdef TRACE
	printf("%ld was there\n", was);
#endif
	return now;
}

struct add_often_cs {  /* m, in.c:35-46 */
	long last;     /* in-out */
	long step;     /* in-out */
};

static int add_often_cs(void *ctx)
{
	struct add_often_cs *cs = ctx;
	long last = cs->last;
	long step = cs->step;

	total += step;
	if (total > 40) {
		last = total;
		cs->last = last;
		return 1;
	}
	step = total;
	cs->last = last;
	cs->step = step;
	return 0;
}

static long add_often(long by, int k)
{
	long sum = 0, last = 3, step;

	for (step = by; k > 0; k--) {
#if TRACE > 1
		printf("%ld behind %ld\n", step, last);
#endif
		step = by + k;
		printf("%ld %ld\n", step, last);
		struct add_often_cs cs = { .last = last, .step = step };
		if (rcl_exec_anon(&m, add_often_cs, &cs, sizeof(cs)) == 1) {
			last = cs.last;
#if TRACE > 1
			return last;
#endif
			return sum;
		}
		last = cs.last;
		step = cs.step;
		last = 4;
		sum += by;
	}
	return sum;
}

struct only_before_cs {  /* m, in.c:61-64 */
	long step;       /* in */
};

static int only_before_cs(void *ctx)
{
	struct only_before_cs *cs = ctx;
	long step = cs->step;

	step += total;
	total = step;
	return 0;
}

static long only_before(long by)
{
	long step = by;

#ifdef TRACE
	printf("%ld\n", step);
#endif
	printf("%ld\n", step);
	struct only_before_cs cs = { .step = step };
	rcl_exec_anon(&m, only_before_cs, &cs, sizeof(cs));
	return by;
}

int main(void)
{
	printf("%ld %ld %ld\n", add(2), add_often(3, 2), add_often(5, 6));
	printf("%ld\n", only_before(4));
	return 0;
}
