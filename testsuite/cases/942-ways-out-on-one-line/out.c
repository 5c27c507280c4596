/* Ways out of a section that stand in braces on one line, where it hands something out there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

struct take_cs {   /* m, in.c:12-18 */
	int from;  /* in */
	int got;   /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int from = cs->from;
	int got;

	got = count++;
	if (from > 8) { return 1; }
	if (from > got) {
		cs->got = got;
		return 2;
	}
	if (from == got) {
		count--; got *= 2;
		cs->got = got;
		return 3;
	}
	else if (from < 0) {
		got++;
		cs->got = got;
		return 3;
	} else { got += 2; }
	cs->got = got;
	return 0;
}

static int take(int from, int *last)
{
	int got = 0;

	struct take_cs cs = { .from = from };
	switch (rcl_exec_anon(&m, take_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		got = cs.got;
		*last = got; return from;
	case 3:
		got = cs.got;
		return got;
	}
	got = cs.got;
	return got + from;
}

int main(void)
{
	int last = 7;

	printf("%d", take(9, &last));
	for (int i = -1; i < 4; i++)
		printf(" %d", take(i, &last));
	printf(" %d %d\n", last, count);
	return 0;
}
