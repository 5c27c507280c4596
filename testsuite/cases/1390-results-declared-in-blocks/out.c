/* What keeps a lock call's result is declared where it was, though the call stands in a block of its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total, failed;

struct behind_a_case_cs {  /* m, in.c:14-19 */
	int n;             /* in */
};

static int behind_a_case_cs(void *ctx)
{
	struct behind_a_case_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int behind_a_case(int n)
{
	int e = 5;

	switch (n) {
	case 1:;
		int e;
		{
			struct behind_a_case_cs cs = { .n = n };
			e = -rcl_tryexec(&m, behind_a_case_cs, &cs, sizeof(cs));
			if (e != 0)
				return -1;
		}
		n += e;
		break;
	case 2:
		n = 9;
		break;
	}
	return n + e;
}

struct in_an_if_cs {  /* m, in.c:35-49 */
	int n;        /* in-out */
};

static int in_an_if_cs(void *ctx)
{
	struct in_an_if_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (n > 3) {
		cs->n = n;
		return 1;
	}
	n++;
	cs->n = n;
	return 0;
}

static int in_an_if(int n)
{
	int e = 6;

	switch (n) {
	case 1:;
#ifndef SINGLE_THREADED
		int e;
#endif
		{
			struct in_an_if_cs cs = { .n = n };
			int way;
#ifndef SINGLE_THREADED
			way = rcl_tryexec(&m, in_an_if_cs, &cs, sizeof(cs));
			e = way < 0 ? -way : 0;
			if (e != 0)
				return -1;
#else
			way = in_an_if_cs(&cs);
#endif
			if (way == 1) {
				n = cs.n;
				return n;
			}
			n = cs.n;
		}
		n += e;
		break;
	case 2:
		n = 9;
		break;
	}
	return n + e;
}

struct only_tested_cs {  /* m, in.c:65-70 */
	int n;           /* in */
};

static int only_tested_cs(void *ctx)
{
	struct only_tested_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

/* nobody else names it */
static int only_tested(int n)
{
	switch (n) {
	case 1:;
		{
			struct only_tested_cs cs = { .n = n };
			rcl_exec_anon(&m, only_tested_cs, &cs, sizeof(cs));
		}
		break;
	case 2:
		n = 9;
		break;
	}
	return n;
}

int main(void)
{
	int n;

	for (n = 1; n < 4; n++)
		printf("%d %d %d\n", behind_a_case(n), in_an_if(n), only_tested(n));
	printf("%d %d\n", total, failed);
	return 0;
}
