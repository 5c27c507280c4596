/* Variables that only sections need, where blocks of their clients have others of the same name. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t c = RCL_COND_INITIALIZER;
static int busy, ready;

struct stopped_cs {  /* m, in.c:20-26 */
	int at;      /* where it goes on */
};

static int stopped_cs(void *ctx)
{
	struct stopped_cs *cs = ctx;
	int r;

	if (cs->at == 1)
		goto at_1;

	while (busy) {
		cs->at = 1;
		return rcl_wait(&c, &m);
		at_1:
		r = rcl_waited();
		assert(r == 0);
	}
	ready++;
	return 0;
}

static int stopped(int n)
{
	if (n > 3) {
		int r = stopped(n - 3);
		if (r != 0)
			return r;
	}

	struct stopped_cs cs = { .at = 0 };
	rcl_exec_waiting(&m, stopped_cs, &cs, sizeof(cs));
	return 0;
}

struct plain_cs {  /* m, in.c:40-43 */
	int n;     /* in */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int n = cs->n;
	int r;

	r = ready + n;
	ready = r * 2;
	return 0;
}

static int plain(int n)
{
	if (n > 3) {
		int r = stopped(n - 3);
		if (r != 0)
			return r;
	}

	struct plain_cs cs = { .n = n };
	rcl_exec_anon(&m, plain_cs, &cs, sizeof(cs));
	return 0;
}

struct behind_cs {  /* m, in.c:51-54 */
	int n;      /* in */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	int n = cs->n;
	int r;

	r = ready + n;
	ready = r * 2;
	return 0;
}

static int behind(int n)
{
	struct behind_cs cs = { .n = n };
	rcl_exec_anon(&m, behind_cs, &cs, sizeof(cs));

	for (int r = 0; r < n; r++) {
		if (plain(r))
			return r;
	}
	return 0;
}

static int count = 100;

struct first_outside_cs {  /* m, in.c:75-78 */
	int n;             /* in */
	int *count;        /* by reference */
};

static int first_outside_cs(void *ctx)
{
	struct first_outside_cs *cs = ctx;
	int n = cs->n;
	int *count = cs->count;

	*count = ready + n;
	ready = *count * 2;
	return 0;
}

/* the block names the one from outside first, which no section hands out; another one stands outside of the function */
static int first_outside(int n)
{
	int count;

	if (n > 1) {
		count = n;
		int count = 3;
		n += count;
	}
	struct first_outside_cs cs = { .n = n, .count = &count };
	rcl_exec_anon(&m, first_outside_cs, &cs, sizeof(cs));
	return n;
}

struct twice_m_1_cs {  /* m, in.c:93-96 */
	int n;         /* in */
};

static int twice_m_1_cs(void *ctx)
{
	struct twice_m_1_cs *cs = ctx;
	int n = cs->n;
	int count;

	count = ready - n;
	ready = count + 1;
	return 0;
}

struct twice_m_2_cs {  /* m, in.c:98-101 */
	int n;         /* in */
};

static int twice_m_2_cs(void *ctx)
{
	struct twice_m_2_cs *cs = ctx;
	int n = cs->n;
	int count;

	count = ready + n;
	ready = count * 2;
	return 0;
}

/* in two blocks, in one of which another section needs one of its own */
static int twice(int n)
{
	if (n > 1) {
		int i, count = 3;
		for (i = 0; i < 2; i++)
			n += count;
	} else {
		struct twice_m_1_cs cs = { .n = n };
		rcl_exec_anon(&m, twice_m_1_cs, &cs, sizeof(cs));
	}
	struct twice_m_2_cs cs = { .n = n };
	rcl_exec_anon(&m, twice_m_2_cs, &cs, sizeof(cs));
	return n;
}

/* another build takes the one from outside */
static int in_an_if(int n)
{
	int count = n;

	if (n > 1) {
#ifndef NEVER
		int count = 3;
#endif
		n += count;
	}
	rcl_lock(&m);
	count = ready + n;
	ready = count % 1000;
	rcl_unlock(&m);
	return n;
}

struct loops_cs {  /* m, in.c:133-136 */
	int n;     /* in */
};

static int loops_cs(void *ctx)
{
	struct loops_cs *cs = ctx;
	int n = cs->n;
	int count;

	count = ready + n;
	ready = count % 1000;
	return 0;
}

/* loops without braces, and such of which the second name is one */
static int loops(int n)
{
	for (int count = 0; count < 3; count++)
		n += count;
	for (int i = n, count = 0; count < i; count++) {
		n -= count;
	}
	struct loops_cs cs = { .n = n };
	rcl_exec_anon(&m, loops_cs, &cs, sizeof(cs));
	return n;
}

struct counted_outside_cs {  /* m, in.c:149-152 */
	int n;               /* in */
	int count;           /* in */
};

static int counted_outside_cs(void *ctx)
{
	struct counted_outside_cs *cs = ctx;
	int n = cs->n;
	int count = cs->count;

	count = ready + n;
	ready = count % 1000;
	return 0;
}

/* a loop that only counts by the one from outside, behind another that does not */
static int counted_outside(int n)
{
	int i, count;

	for (int count = 0; count < 3; count++)
		n += count;
	for (i = 0, count = 1; i < 3; i++)
		n++;
	struct counted_outside_cs cs = { .n = n, .count = count };
	rcl_exec_anon(&m, counted_outside_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d %d %d\n", stopped(7), plain(5), behind(2));
	printf("%d %d %d\n", first_outside(2), twice(1), twice(2));
	printf("%d %d %d\n", in_an_if(2), loops(1) + counted_outside(2), count);
	printf("%d\n", ready);
	return 0;
}
