/* What a macro hides behind a release: several statements, which need braces, and a break, which a switch would catch. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define COUNT_TWICE(x) seen += x; seen *= 2
#define BREAK_IF(what) if (what) break

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, seen;

struct several_cs {  /* m, in.c:15-22 */
	int n;       /* in */
};

static int several_cs(void *ctx)
{
	struct several_cs *cs = ctx;
	int n = cs->n;

	count++;
	if (n == 1) {
		return 1;
	} else {
		count += 2;
		return 2;
	}
}

static int several(int n)
{
	if (n > 7)
		return 4;
	struct several_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, several_cs, &cs, sizeof(cs));

	if (way == 1) {
		COUNT_TWICE(3);
	}
	return 5;
}

struct broken_cs {  /* m, in.c:32-51 */
	int n;      /* in */
};

static int broken_cs(void *ctx)
{
	struct broken_cs *cs = ctx;
	int n = cs->n;

	count++;
	if (n == 1) {
		return 1;
	}
	if (n == 2) {
		count += 2;
		return 2;
	}
	if (n == 3) {
		count += 2;
		return 3;
	}
	return 0;
}

static int broken(int n)
{
	int i;

	for (i = 0; i < 5; i++) {
		struct broken_cs cs = { .n = n };
		int way = rcl_exec_anon(&m, broken_cs, &cs, sizeof(cs));

		if (way == 1) {
			{
				BREAK_IF(i < 5);
			}
			return 71;
		}
		if (way == 2)
			return 72;
		if (way == 3)
			return 73;
		seen += i;
	}
	return i;
}

struct broken_within_cs {  /* m, in.c:59-79 */
	int n;             /* in */
};

static int broken_within_cs(void *ctx)
{
	struct broken_within_cs *cs = ctx;
	int n = cs->n;

	count++;
	if (n == 1) {
		return 1;
	}
	if (n == 2) {
		count += 2;
		return 2;
	}
	if (n == 3) {
		count += 2;
		return 3;
	}
	return 0;
}

static int broken_within(int n)
{
	struct broken_within_cs cs = { .n = n };
	switch (rcl_exec_anon(&m, broken_within_cs, &cs, sizeof(cs))) {
	case 1:
		for (int i = 0; i < 5; i++) {
			seen++;
			BREAK_IF(i > 2);
		}
		return 71;
	case 2:
		return 72;
	case 3:
		return 73;
	}
	return n;
}

int main(void)
{
	printf("%d %d\n", several(1), several(2));
	printf("%d %d %d %d\n", broken(0), broken(1), broken(2), broken(3));
	printf("%d %d %d %d\n", broken_within(0), broken_within(1), broken_within(2), broken_within(3));
	printf("%d %d\n", count, seen);
	return 0;
}
