/* What follows a release is a declaration alone, of any kind, in a file that writes such jumps without braces. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, limit = 3;

int twice(int n);

struct visible_cs {  /* m, in.c:15-23 */
	int sum;     /* in-out */
};

static int visible_cs(void *ctx)
{
	struct visible_cs *cs = ctx;
	int sum = cs->sum;

	if (count > limit) {
		count--;
		cs->sum = sum;
		return 1;
	} else {
		sum++;
		count++;
		cs->sum = sum;
		return 2;
	}
}

static int visible(int n)
{
	int sum = 0;

	for (; n; n--) {
		struct visible_cs cs = { .sum = sum };
		int way = rcl_exec_anon(&m, visible_cs, &cs, sizeof(cs));
		sum = cs.sum;

		if (way == 1) {
			extern int twice(int);
		}
	}
	return sum;
}

struct named_cs {  /* m, in.c:34-42 */
	int sum;   /* in-out */
};

static int named_cs(void *ctx)
{
	struct named_cs *cs = ctx;
	int sum = cs->sum;

	if (count > limit) {
		count--;
		cs->sum = sum;
		return 1;
	} else {
		sum++;
		count++;
		cs->sum = sum;
		return 2;
	}
}

static int named(int n)
{
	int sum = 0;

	for (; n; n--) {
		struct named_cs cs = { .sum = sum };
		int way = rcl_exec_anon(&m, named_cs, &cs, sizeof(cs));
		sum = cs.sum;

		if (way == 1) {
			typedef int number;
		}
	}
	return sum;
}

struct asserted_cs {  /* m, in.c:53-61 */
	int sum;      /* in-out */
};

static int asserted_cs(void *ctx)
{
	struct asserted_cs *cs = ctx;
	int sum = cs->sum;

	if (count > limit) {
		count--;
		cs->sum = sum;
		return 1;
	} else {
		sum++;
		count++;
		cs->sum = sum;
		return 2;
	}
}

static int asserted(int n)
{
	int sum = 0;

	for (; n; n--) {
		struct asserted_cs cs = { .sum = sum };
		int way = rcl_exec_anon(&m, asserted_cs, &cs, sizeof(cs));
		sum = cs.sum;

		if (way == 1) {
			_Static_assert(sizeof(int) > 1, "small");
		}
	}
	return sum;
}

struct extended_cs {  /* m, in.c:72-80 */
	int sum;      /* in-out */
};

static int extended_cs(void *ctx)
{
	struct extended_cs *cs = ctx;
	int sum = cs->sum;

	if (count > limit) {
		count--;
		cs->sum = sum;
		return 1;
	} else {
		sum++;
		count++;
		cs->sum = sum;
		return 2;
	}
}

static int extended(int n)
{
	int sum = 0;

	for (; n; n--) {
		struct extended_cs cs = { .sum = sum };
		int way = rcl_exec_anon(&m, extended_cs, &cs, sizeof(cs));
		sum = cs.sum;

		if (way == 1) {
			__extension__ int spare = n;
		}
	}
	return sum;
}

int twice(int n)
{
	if (n < 0)
		return 0;
	if (n > limit)
		return limit * 2;
	return n * 2;
}

int main(void)
{
	printf("%d %d %d %d\n", visible(9), named(8), asserted(7), extended(twice(6)));
	return 0;
}
