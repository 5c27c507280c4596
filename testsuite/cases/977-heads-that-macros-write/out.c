/* Branches and loops without braces whose heads, or a part of them, macros write; and labels before such a branch. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t grown = RCL_COND_INITIALIZER;
static int filled = 4, left;

#define UNLESS(c) if (!(c))
#define UNTIL(c) while (!(c))
#define OTHERWISE else
#define TIMES(i, n) for (int i = 0; i < (n); i++)
#define unlikely(c) (__builtin_expect(!!(c), 0))
#define COUNT(n) left += (n);

struct waits_until_cs {  /* m, in.c:18-22 */
	int n;           /* in */
	int at;          /* where it goes on */
};

static int waits_until_cs(void *ctx)
{
	struct waits_until_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1)
		goto at_1;

	UNTIL(filled >= n) {
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1: ;
	}
	left += n;
	return 0;
}

static int waits_until(int n)
{
	struct waits_until_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, waits_until_cs, &cs, sizeof(cs));
	return left;
}

struct waits_unless_cs {  /* m, in.c:30-36 */
	int n;            /* in */
	int x;            /* in-out */
	int at;           /* where it goes on */
};

static int waits_unless_cs(void *ctx)
{
	struct waits_unless_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;

	if (cs->at == 1)
		goto at_1;

	left++;
	UNLESS(n) {
		cs->x = x;
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1: ;
	}
	x += left;
	left += x;
	cs->x = x;
	return 0;
}

static int waits_unless(int n)
{
	int x = 1;

	struct waits_unless_cs cs = { .n = n, .x = x, .at = 0 };
	rcl_exec_waiting(&m, waits_unless_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

struct waits_otherwise_cs {  /* m, in.c:44-52 */
	int n;               /* in */
	int x;               /* in-out */
	int at;              /* where it goes on */
};

static int waits_otherwise_cs(void *ctx)
{
	struct waits_otherwise_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;

	if (cs->at == 1)
		goto at_1;

	left++;
	if (n)
		x = left;
	OTHERWISE {
		cs->x = x;
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1: ;
	}
	x += left;
	left += x;
	cs->x = x;
	return 0;
}

static int waits_otherwise(int n)
{
	int x = 1;

	struct waits_otherwise_cs cs = { .n = n, .x = x, .at = 0 };
	rcl_exec_waiting(&m, waits_otherwise_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

struct waits_so_often_cs {  /* m, in.c:60-66 */
	int n;              /* in */
	int x;              /* in-out */
	int i;              /* kept */
	int at;             /* where it goes on */
};

static int waits_so_often_cs(void *ctx)
{
	struct waits_so_often_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;

	if (cs->at == 1)
		goto at_1;

	left++;
	TIMES(i, n) {
		cs->x = x;
		cs->i = i;
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1:
		i = cs->i;
	}
	x += left;
	left += x;
	cs->x = x;
	return 0;
}

static int waits_so_often(int n)
{
	int x = 1;

	struct waits_so_often_cs cs = { .n = n, .x = x, .at = 0 };
	rcl_exec_waiting(&m, waits_so_often_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

struct leaves_unless_cs {  /* m, in.c:75-84 */
	int n;             /* in */
	int x;             /* out */
};

static int leaves_unless_cs(void *ctx)
{
	struct leaves_unless_cs *cs = ctx;
	int n = cs->n;
	int x;

	x = filled;
	left++;
	UNLESS(n) {
		cs->x = x;
		return RCL_KEEP | 1;
	}
	x++;
	left += x;
	cs->x = x;
	return 0;
}

static int leaves_unless(int n)
{
	int x;

	while (n--) {
		struct leaves_unless_cs cs = { .n = n };
		if (rcl_exec_anon(&m, leaves_unless_cs, &cs, sizeof(cs)) == 1) {
			x = cs.x;
			break;
		}
		x = cs.x;
	}
	rcl_unlock(&m);
	return x;
}

struct leaves_if_unlikely_cs {  /* m, in.c:93-102 */
	int n;                  /* in */
	int x;                  /* out */
};

static int leaves_if_unlikely_cs(void *ctx)
{
	struct leaves_if_unlikely_cs *cs = ctx;
	int n = cs->n;
	int x;

	x = filled;
	left++;
	if unlikely(!n) {
		cs->x = x;
		return RCL_KEEP | 1;
	}
	x++;
	left += x;
	cs->x = x;
	return 0;
}

static int leaves_if_unlikely(int n)
{
	int x;

	while (n--) {
		struct leaves_if_unlikely_cs cs = { .n = n };
		if (rcl_exec_anon(&m, leaves_if_unlikely_cs, &cs, sizeof(cs)) == 1) {
			x = cs.x;
			break;
		}
		x = cs.x;
	}
	rcl_unlock(&m);
	return x;
}

struct leaves_by_a_label_cs {  /* m, in.c:111-124 */
	int n;                 /* in */
	int x;                 /* out */
};

static int leaves_by_a_label_cs(void *ctx)
{
	struct leaves_by_a_label_cs *cs = ctx;
	int n = cs->n;
	int x;

	x = filled;
	left++;
	if (n > 5)
		goto last;
	x += 3;
	if (!n) {
last:
		cs->x = x;
		return RCL_KEEP | 1;
	}
	x++;
	left += x;
	cs->x = x;
	return 0;
}

static int leaves_by_a_label(int n)
{
	int x;

	while (n--) {
		struct leaves_by_a_label_cs cs = { .n = n };
		if (rcl_exec_anon(&m, leaves_by_a_label_cs, &cs, sizeof(cs)) == 1) {
			x = cs.x;
			break;
		}
		x = cs.x;
	}
	rcl_unlock(&m);
	return x;
}

struct gives_back_in_each_cs {  /* m, in.c:132-140 */
	int n;                  /* in */
	int x;                  /* in-out */
};

static int gives_back_in_each_cs(void *ctx)
{
	struct gives_back_in_each_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;

	left++;
	if (n) {
		x = left++;
		cs->x = x;
		return 1;
	} else if unlikely(x > 3) {
		cs->x = x;
		return 1;
	} else {
		cs->x = x;
		return 1;
	}
}

static int gives_back_in_each(int n)
{
	int x = 1;

	struct gives_back_in_each_cs cs = { .n = n, .x = x };
	rcl_exec_anon(&m, gives_back_in_each_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

struct behind_a_macro_cs {  /* m, in.c:149-157 */
	int n;              /* in */
	int x;              /* out */
};

static int behind_a_macro_cs(void *ctx)
{
	struct behind_a_macro_cs *cs = ctx;
	int n = cs->n;
	int x;

	x = filled;
	if (n) {
		x++;
		COUNT(3)
		cs->x = x;
		return 1;
	}
	cs->x = x;
	return 0;
}

/* here it stands in a block: the macro is a statement */
static int behind_a_macro(int n)
{
	int x;

	struct behind_a_macro_cs cs = { .n = n };
	if (rcl_exec_anon(&m, behind_a_macro_cs, &cs, sizeof(cs)) == 1) {
		x = cs.x;
		return x;
	}
	x = cs.x;
	return x + 1;
}

int main(void)
{
	printf("%d %d\n", waits_until(3), waits_unless(1));
	printf("%d %d\n", waits_otherwise(1), waits_so_often(0));
	printf("%d %d\n", leaves_unless(2), leaves_if_unlikely(2));
	printf("%d %d\n", leaves_by_a_label(2), leaves_by_a_label(7));
	printf("%d %d\n", gives_back_in_each(0), gives_back_in_each(1));
	printf("%d %d\n", behind_a_macro(0), behind_a_macro(1));
	printf("%d\n", left);
	return 0;
}
