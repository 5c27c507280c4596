/* Lock calls in a column of their own: what takes their place, and what stood behind them, goes where the lines beside them are. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t c = RCL_COND_INITIALIZER;
static int count, threaded = 1;

#define THREADED_LOCK if (threaded) rcl_lock(&m)
#define THREADED_UNLOCK if (threaded) rcl_unlock(&m)

struct at_the_margin_cs {  /* m, in.c:16-18 */
	int sum;           /* in-out */
};

static int at_the_margin_cs(void *ctx)
{
	struct at_the_margin_cs *cs = ctx;
	int sum = cs->sum;

	sum += ++count;
	cs->sum = sum;
	return 0;
}

static int at_the_margin(int n)
{
	int sum = n;
	struct at_the_margin_cs cs = { .sum = sum };
	if (threaded)
		rcl_exec_anon(&m, at_the_margin_cs, &cs, sizeof(cs));
	else
		at_the_margin_cs(&cs);
	sum = cs.sum;
	sum *= 2;
	return sum;
}

struct paused_cs {  /* m, in.c:29-38 */
	int sum;    /* in-out */
	int k;      /* kept */
	int at;     /* where it goes on */
};

static int paused_cs(void *ctx)
{
	struct paused_cs *cs = ctx;
	int sum = cs->sum;

	if (cs->at == 1)
		goto at_1;

	sum += count;
	for (int k = 0; k < 2; k++) {
		cs->sum = sum;
		cs->k = k;
		cs->at = 1;
		return 1;
		at_1:
		k = cs->k;
		count++;
	}
	sum += count;
	cs->sum = sum;
	return 0;
}

static int paused(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		sum++;
		struct paused_cs cs = { .sum = sum, .at = 0 };
		while (rcl_exec_anon(&m, paused_cs, &cs, sizeof(cs)) == 1) {
			sum = cs.sum;
			sum ^= n;
			cs.sum = sum;
		}
		sum = cs.sum;
	}
	return sum;
}

struct further_in_cs {  /* m, in.c:47-53 */
	int sum;        /* in-out */
	int at;         /* where it goes on */
};

static int further_in_cs(void *ctx)
{
	struct further_in_cs *cs = ctx;
	int sum = cs->sum;

	if (cs->at == 1)
		goto at_1;

	if (sum > 2)
		count += sum;
	while (count < 0) {
		cs->sum = sum;
		cs->at = 1;
		return rcl_wait(&c, &m);
		at_1: ;
	}
	sum += count;
	cs->sum = sum;
	return 0;
}

static int further_in(int n)
{
	int sum = n;

	struct further_in_cs cs = { .sum = sum, .at = 0 };
	rcl_exec_waiting(&m, further_in_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

struct one_line_at_the_margin_cs {  /* m, in.c:61-66 */
	int sum;                    /* in-out */
	int at;                     /* where it goes on */
};

static int one_line_at_the_margin_cs(void *ctx)
{
	struct one_line_at_the_margin_cs *cs = ctx;
	int sum = cs->sum;

	if (cs->at == 1)
		goto at_1;

printf("%d\n", sum);
	while (count < 0) {
		cs->sum = sum;
		cs->at = 1;
		return rcl_wait(&c, &m);
		at_1: ;
	}
	sum += count;
	cs->sum = sum;
	return 0;
}

static int one_line_at_the_margin(int n)
{
	int sum = n;

	struct one_line_at_the_margin_cs cs = { .sum = sum, .at = 0 };
	rcl_exec_waiting(&m, one_line_at_the_margin_cs, &cs, sizeof(cs));
	sum = cs.sum;
again:
	if (sum-- > 3)
		goto again;
	return sum;
}

struct behind_a_label_cs {  /* m, in.c:77-89 */
	int n;              /* in */
	int sum;            /* in-out */
	int at;             /* where it goes on */
};

static int behind_a_label_cs(void *ctx)
{
	struct behind_a_label_cs *cs = ctx;
	int n = cs->n;
	int sum = cs->sum;

	if (cs->at == 1)
		goto at_1;

	switch (n & 1) {
	case 0:
		cs->sum = sum;
		cs->at = 1;
		return 1;
		at_1:
		break;
	default:
		sum += count;
	}
	sum += count++;
	cs->sum = sum;
	return 0;
}

static int behind_a_label(int n)
{
	int sum = n;
again:
	{
		struct behind_a_label_cs cs = { .n = n, .sum = sum, .at = 0 };
		while (rcl_exec_anon(&m, behind_a_label_cs, &cs, sizeof(cs)) == 1) {
			sum = cs.sum;
			if (sum++ < 2)
				goto again;
			cs.sum = sum;
		}
		sum = cs.sum;
	}
	return sum;
}

int main(void)
{
	int sum = at_the_margin(1) + paused(3) * 10 + further_in(3) * 100;

	printf("%d %d %d\n", sum, one_line_at_the_margin(4), behind_a_label(0) + behind_a_label(1));
	return 0;
}
