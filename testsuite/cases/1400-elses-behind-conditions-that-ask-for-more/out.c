/* Sections in the else of a condition that asks for something else first, and conditions in parentheses of their own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct row {
	rcl_mutex_t m;
	int n;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct row row = { RCL_MUTEX_INITIALIZER(row_m), 1 };
static int count, failures;

struct gives_cs {  /* m, in.c:18-23 */
	int n;     /* in */
	int k;     /* out */
};

static int gives_cs(void *ctx)
{
	struct gives_cs *cs = ctx;
	int n = cs->n;
	int k;

	count += n;
	k = count;
	cs->k = k;
	return 0;
}

static int gives(int n)
{
	int k = 0;

	struct gives_cs cs = { .n = n };
	int way = n == 1 || n == 2 ? -1 : rcl_exec_anon(&m, gives_cs, &cs, sizeof(cs));

	if (way < 0)
		k = 5;
	if (way == 0) {
		k = cs.k;
	}
	return k;
}

struct gives_nothing_cs {  /* m, in.c:30-34 */
	int n;             /* in */
};

static int gives_nothing_cs(void *ctx)
{
	struct gives_nothing_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void gives_nothing(int n)
{
	struct gives_nothing_cs cs = { .n = n };
	int way = n < 0 ? -1 : rcl_exec_anon(&m, gives_nothing_cs, &cs, sizeof(cs));

	if (way < 0) {
		failures++;
	}
}

struct leaves_cs {      /* r->m, in.c:40-51 */
	struct row *r;  /* in */
	int n;          /* in-out */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	struct row *r = cs->r;
	int n = cs->n;

	if (r->n > 50) {
		return 1;
	}
	r->n += n;
	n = r->n;
	cs->n = n;
	return 0;
}

static int leaves(struct row *r, int n)
{
	struct leaves_cs cs = { .r = r, .n = n };
	int way = !r ? -1 : rcl_exec_anon(&r->m, leaves_cs, &cs, sizeof(cs));

	if (way < 0) {
		failures++;
		n = -1;
	}
	if (way == 1) {
		puts("many");
		return -50;
	}
	if (way == 0) {
		n = cs.n;
	}
	return n;
}

struct tries_cs {  /* m, in.c:58-64 */
	int n;     /* in */
};

static int tries_cs(void *ctx)
{
	struct tries_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 1;
}

static int tries(int n)
{
	struct tries_cs cs = { .n = n };
	int way = n > 5 ? -1 : rcl_tryexec(&m, tries_cs, &cs, sizeof(cs));

	if (way < 0) {
		failures++;
		return -1;
	}
	return n;
}

struct ends_cs {        /* r->m, in.c:70-77 */
	struct row *r;  /* in */
	int n;          /* in */
};

static int ends_cs(void *ctx)
{
	struct ends_cs *cs = ctx;
	struct row *r = cs->r;
	int n = cs->n;

	if (r->n > n) {
		return 1;
	}
	r->n = n;
	return 2;
}

static int ends(struct row *r, int n)
{
	struct ends_cs cs = { .r = r, .n = n };
	int way = r ? rcl_exec_anon(&r->m, ends_cs, &cs, sizeof(cs)) : -1;

	if (way < 0)
		return -1;
	if (way == 1) {
		return 0;
	}
	return n;
}

struct in_a_loop_cs {  /* m, in.c:87-94 */
	int i;         /* in */
};

static int in_a_loop_cs(void *ctx)
{
	struct in_a_loop_cs *cs = ctx;
	int i = cs->i;

	count += i;
	return 1;
}

static int in_a_loop(int n)
{
	int i;

	for (i = 0;; i++) {
		struct in_a_loop_cs cs = { .i = i };
		int way = rcl_tryexec(&m, in_a_loop_cs, &cs, sizeof(cs));

		if (way < 0) {
			if (i == n) {
				break;
			}
		}
		if (way == 1) {
			return i;
		}
		failures++;
	}
	return -1;
}

struct in_parentheses_m_1_cs {  /* m, in.c:105-107 */
	int n;                  /* in */
};

static int in_parentheses_m_1_cs(void *ctx)
{
	struct in_parentheses_m_1_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/* m, in.c:109-111 */
static int in_parentheses_m_2_cs(void *ctx)
{
	count += 100;
	return 0;
}

static int in_parentheses(int n)
{
	int k;

	struct in_parentheses_m_1_cs cs = { .n = n };
	if (n > 1 || n < -5) {
		rcl_exec_anon(&m, in_parentheses_m_1_cs, &cs, sizeof(cs));
	}
	if ((k = n - 2)) {
		rcl_exec_anon(&m, in_parentheses_m_2_cs, NULL, 0);
	}
	return k;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d\n", tries(1), tries(7));
	printf("%d\n", in_a_loop(2));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d\n", gives(1), gives(3));
	gives_nothing(-1);
	gives_nothing(4);
	printf("%d %d %d\n", count, failures, leaves(NULL, 1));
	printf("%d\n", leaves(&row, 60));
	printf("%d\n", leaves(&row, 1));
	printf("%d %d\n", tries(2), tries(6));
	printf("%d %d\n", ends(NULL, 1), in_a_loop(3));
	printf("%d\n", ends(&row, 1));
	printf("%d\n", ends(&row, 70));
	printf("%d %d %d\n", in_parentheses(2), in_parentheses(-6), in_parentheses(0));
	rcl_lock(&m);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	rcl_unlock(&m);
	printf("%d %d %d\n", count, failures, row.n);
	return 0;
}
