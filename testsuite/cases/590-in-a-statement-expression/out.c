#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), other = RCL_MUTEX_INITIALIZER(other);
static int total, calls;

#define TWICE(x) (2 * (x))

static int called(int n)
{
	calls = calls * 3 + n;
	return n;
}

struct next_cs {    /* m, in.c:21-24 */
	int step;   /* in */
	int found;  /* out */
};

static int next_cs(void *ctx)
{
	struct next_cs *cs = ctx;
	int step = cs->step;
	int found;

	found = total;
	total += step;
	cs->found = found;
	return 0;
}

/* The value comes behind the release. */
static int next(int step)
{
	int made = ({
		int found;

		struct next_cs cs = { .step = step };
		rcl_exec_anon(&m, next_cs, &cs, sizeof(cs));
		found = cs.found;
		found;
	});
	return made;
}

struct sum_m_1_cs {  /* m, in.c:36-38 */
	int n;       /* in-out */
};

static int sum_m_1_cs(void *ctx)
{
	struct sum_m_1_cs *cs = ctx;
	int n = cs->n;

	n += ++total;
	cs->n = n;
	return 0;
}

struct sum_m_2_cs {  /* m, in.c:44-46 */
	int b;       /* in */
	int odd;     /* out */
};

static int sum_m_2_cs(void *ctx)
{
	struct sum_m_2_cs *cs = ctx;
	int b = cs->b;
	int odd;

	odd = (total + b) & 1;
	cs->odd = odd;
	return 0;
}

/* Operands before and behind it, and two of them in one expression. */
static int sum(int n)
{
	int a = called(n), b;

	b = a + ({
		struct sum_m_1_cs cs = { .n = n };
		rcl_exec_anon(&m, sum_m_1_cs, &cs, sizeof(cs));
		n = cs.n;
		called(n);
	});
	return called(b) && ({
		int odd;

		struct sum_m_2_cs cs = { .b = b };
		rcl_exec_anon(&m, sum_m_2_cs, &cs, sizeof(cs));
		odd = cs.odd;
		called(odd);
	});
}

struct rounds_cs {  /* m, in.c:59-63 */
	int limit;  /* in */
	int left;   /* out */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	int limit = cs->limit;
	int left;

	left = limit - total;
	if (left > 0)
		total++;
	cs->left = left;
	return 0;
}

/* It is asked each time. */
static int rounds(int limit)
{
	int n = 0;

	while (({
		int left;

		struct rounds_cs cs = { .limit = limit };
		rcl_exec_anon(&m, rounds_cs, &cs, sizeof(cs));
		left = cs.left;
		left;
	}) > 0)
		n++;
	return n;
}

struct leave_cs {  /* m, in.c:77-89 */
	int i;     /* in */
	int step;  /* out */
};

static int leave_cs(void *ctx)
{
	struct leave_cs *cs = ctx;
	int i = cs->i;
	int step;

	if (total < 0) {
		return 1;
	}
	step = total % 3;
	if (step == i) {
		total++;
		return 2;
	}
	total += step;
	cs->step = step;
	return 0;
}

/* Left by a return, and by a break. */
static int leave(int n)
{
	for (int i = 0; i < 10; i++) {
		n += ({
			int step;

			struct leave_cs cs = { .i = i };
			int way = rcl_exec_anon(&m, leave_cs, &cs, sizeof(cs));

			if (way == 1) {
				return -1;
			}
			if (way == 2) {
				break;
			}
			step = cs.step;
			step;
		});
	}
	return n;
}

struct branches_cs {  /* m, in.c:100-106 */
	int n;        /* in-out */
};

static int branches_cs(void *ctx)
{
	struct branches_cs *cs = ctx;
	int n = cs->n;

	if (n > total) {
		n -= total;
		cs->n = n;
		return 1;
	} else {
		total -= n;
		cs->n = n;
		return 1;
	}
}

/* Released in each branch, with the value behind. */
static int branches(int n)
{
	return ({
		struct branches_cs cs = { .n = n };
		rcl_exec_anon(&m, branches_cs, &cs, sizeof(cs));
		n = cs.n;
		n;
	});
}

struct within_m_cs {  /* m, in.c:117-119 */
	int n;        /* in-out */
};

static int within_m_cs(void *ctx)
{
	struct within_m_cs *cs = ctx;
	int n = cs->n;

	n += total;
	cs->n = n;
	return 0;
}

struct within_other_cs {  /* other, in.c:115-122 */
	int n;            /* in-out */
};

static int within_other_cs(void *ctx)
{
	struct within_other_cs *cs = ctx;
	int n = cs->n;

	calls += ({
		struct within_m_cs m_cs = { .n = n };
		rcl_exec_anon(&m, within_m_cs, &m_cs, sizeof(m_cs));
		n = m_cs.n;
		n;
	});
	cs->n = n;
	return 0;
}

/* One section within another one. */
static int within(int n)
{
	struct within_other_cs cs = { .n = n };
	rcl_exec_anon(&other, within_other_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

/* m, in.c:130-131 */
static int result_cs(void *ctx)
{
	total++;
	return RCL_KEEP;
}

/* The release gives the value. */
static int result(void)
{
	return ({
		rcl_exec_anon(&m, result_cs, NULL, 0);
		rcl_unlock(&m);
	});
}

/* m, in.c:140-141 */
static int kept_cs(void *ctx)
{
	total++;
	return RCL_KEEP;
}

/* What the section does last gives the value. */
static int kept(void)
{
	int n = ({
		rcl_exec_anon(&m, kept_cs, NULL, 0);
		total + 1;
	});
	rcl_unlock(&m);
	return n;
}

static int kept_at_once(void)
{
	int n = ({
		rcl_lock(&m);
		total++;
	});
	rcl_unlock(&m);
	return n;
}

/* In a macro's argument. */
static int twice(void)
{
	return TWICE(({
		int n;

		rcl_lock(&m);
		n = ++total;
		rcl_unlock(&m);
		n;
	}));
}

struct block_cs {  /* m, in.c:176-178 */
	int n;     /* in-out */
};

static int block_cs(void *ctx)
{
	struct block_cs *cs = ctx;
	int n = cs->n;

	n += total;
	cs->n = n;
	return 0;
}

/* A block of its own in it. */
static int block(int n)
{
	return ({
		if (n > 2) {
			struct block_cs cs = { .n = n };
			rcl_exec_anon(&m, block_cs, &cs, sizeof(cs));
			n = cs.n;
		}
		n;
	});
}

int main(void)
{
	printf("%d %d\n", next(2), next(3));
	printf("%d", sum(1));
	printf(" %d", sum(2));
	printf(" %d\n", calls);
	printf("%d", rounds(12));
	printf(" %d %d\n", leave(2), leave(3));
	printf("%d %d\n", branches(3), branches(40));
	printf("%d", within(1));
	printf(" %d %d\n", result(), calls);
	printf("%d", kept());
	printf(" %d", kept_at_once());
	printf(" %d", twice());
	printf(" %d", block(1));
	printf(" %d %d\n", block(5), total);
	return 0;
}
