/* Several statements in one line, of which the first is behind an if: at the beginning of a line gcc warns of that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long total, first, second;

struct at_the_beginning_cs {  /* m, in.c:12-14 */
	int k;                /* in */
	long n;               /* in-out */
	const long *t;        /* in */
	long f;               /* in */
};

static int at_the_beginning_cs(void *ctx)
{
	struct at_the_beginning_cs *cs = ctx;
	int k = cs->k;
	long n = cs->n;
	const long *t = cs->t;
	long f = cs->f;

	if (k > 3) f = t[1];
	n += f; /* both */
	total += n;
	cs->n = n;
	return 0;
}

static long at_the_beginning(int k, long n, const long *t)
{
	long f = 0;

	struct at_the_beginning_cs cs = { .k = k, .n = n, .t = t, .f = f };
	rcl_exec_anon(&m, at_the_beginning_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct behind_it_cs {  /* m, in.c:22-24 */
	long n;        /* in */
	long sum;      /* out */
};

static int behind_it_cs(void *ctx)
{
	struct behind_it_cs *cs = ctx;
	long n = cs->n;
	long sum;

	sum = total += n;
	cs->sum = sum;
	return 0;
}

static long behind_it(long k, long n)
{
	long sum;

	struct behind_it_cs cs = { .n = n };
	rcl_exec_anon(&m, behind_it_cs, &cs, sizeof(cs));
	sum = cs.sum;
	while (k > 5) k--;
	if (k > 3) sum -= k;
	for (; k > 0; k--) sum++;
	n += sum;
	return n;
}

struct before_it_cs {  /* m, in.c:28 */
	long n;        /* in */
};

static int before_it_cs(void *ctx) {
	struct before_it_cs *cs = ctx;
	long n = cs->n;

	total += n;
	return 0;
}

static long before_it(long k, long n) {
	if (k > 3) n -= k;
	n++;
	struct before_it_cs cs = { .n = n };
	rcl_exec_anon(&m, before_it_cs, &cs, sizeof(cs));
	return n;
}

struct leaves_cs {  /* m, in.c:32-38 */
	long k;     /* in-out */
	long n;     /* in */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	long k = cs->k;
	long n = cs->n;

	if (k > 3) for (; k > 0; k--) { total++; }
	first += n;
	if (total < n) {
		cs->k = k;
		return 1;
	}
	second++;
	cs->k = k;
	return 0;
}

static long leaves(long k, long n)
{
	struct leaves_cs cs = { .k = k, .n = n };
	if (rcl_exec_anon(&m, leaves_cs, &cs, sizeof(cs)) == 1) {
		k = cs.k;
		if (k > 2) n += k;
		n *= 2;
		return n;
	}
	k = cs.k;
	return k;
}

struct others_m_1_cs {  /* m, in.c:45-46 */
	long k;         /* in */
	long n;         /* in-out */
};

static int others_m_1_cs(void *ctx)
{
	struct others_m_1_cs *cs = ctx;
	long k = cs->k;
	long n = cs->n;

	if (k > 3) { n--; } total += n;
	cs->n = n;
	return 0;
}

struct others_m_2_cs {  /* m, in.c:47-49 */
	long k;         /* in */
	long n;         /* in-out */
};

static int others_m_2_cs(void *ctx)
{
	struct others_m_2_cs *cs = ctx;
	long k = cs->k;
	long n = cs->n;

	if (k > 3) n--; /* alone */
	total += n;
	cs->n = n;
	return 0;
}

/* an else, braces and comments stay where they are */
static long others(long k, long n)
{
	struct others_m_1_cs cs = { .k = k, .n = n };
	rcl_exec_anon(&m, others_m_1_cs, &cs, sizeof(cs));
	n = cs.n;
	if (k > 3) n--; else n++;
	struct others_m_2_cs m_2_cs = { .k = k, .n = n };
	rcl_exec_anon(&m, others_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	n = m_2_cs.n;
	if (k > 3) n = (long[]){ n, k }[0];
	n++;
	return n;
}

int main(void)
{
	const long t[2] = { 1, 2 };

	for (int k = 0; k < 6; k++) {
		printf("%ld %ld ", at_the_beginning(k, 3, t), behind_it(k, 2));
		printf("%ld %ld %ld\n", before_it(k, 1), leaves(k, k * 20), others(k, 7));
	}
	printf("%ld %ld %ld\n", total, first, second);
	return 0;
}
