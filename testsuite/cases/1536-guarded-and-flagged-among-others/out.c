/* What takes a lock under a condition in other sections, by wrappers, past jumps and in loops. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

static rcl_mutex_t a = RCL_MUTEX_INITIALIZER(a), b = RCL_MUTEX_INITIALIZER(b);
static int total, threaded, inside;

static void count(int *n)
{
	++*n;
}

struct within_b_cs {  /* b, in.c:21-27 */
	int *n;       /* by reference */
};

static int within_b_cs(void *ctx)
{
	struct within_b_cs *cs = ctx;
	int *n = cs->n;

	total += *n;
	return 0;
}

struct within_a_cs {  /* a, in.c:19-29 */
	int *n;       /* by reference */
	int locked;   /* in */
};

static int within_a_cs(void *ctx)
{
	struct within_a_cs *cs = ctx;
	int *n = cs->n;
	int locked = cs->locked;

	count(n);
	struct within_b_cs b_cs = { .n = n };
	if (threaded + *n > 2) {
		locked = 1;
	}
	if (locked)
		rcl_exec_anon(&b, within_b_cs, &b_cs, sizeof(b_cs));
	else
		within_b_cs(&b_cs);
	inside += *n;
	return 0;
}

/* in another section, which has a variable by its address */
static int within(int n)
{
	int locked = 0;

	struct within_a_cs cs = { .n = &n, .locked = locked };
	rcl_exec_anon(&a, within_a_cs, &cs, sizeof(cs));
	return n;
}

struct within_tested_cs {  /* a, in.c:37-48 */
	int *n;            /* by reference */
	int error;         /* out */
};

static int within_tested_cs(void *ctx)
{
	struct within_tested_cs *cs = ctx;
	int *n = cs->n;
	int error;

	count(n);
	if (*n > 2 && (error = rcl_lock(&b)) != 0) {
		printf("%d\n", error);
		cs->error = error;
		return 1;
	}
	total += *n;
	if (*n > 2)
		rcl_unlock(&b);
	inside += *n;
	return 0;
}

static int within_tested(int n)
{
	int error;

	struct within_tested_cs cs = { .n = &n };
	if (rcl_exec(&a, within_tested_cs, &cs, sizeof(cs)) == 1) {
		error = cs.error;
		return error;
	}
	return n;
}

static bool take(void)
{
	rcl_lock(&a);
	return true;
}

struct truth_cs {  /* a, in.c:61-64 */
	int n;     /* in */
};

static int truth_cs(void *ctx)
{
	struct truth_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 1;
}

/* it is held where the condition holds */
static int truth(int n)
{
	struct truth_cs cs = { .n = n };
	if (threaded && rcl_exec_anon(&a, truth_cs, &cs, sizeof(cs)) == 1)
		return 1;
	total -= n;
	return 0;
}

static int truths(int n)
{
	if (threaded && take())
		total += n;
	total -= n;
	if (threaded)
		rcl_unlock(&a);
	return 0;
}

struct by_wrapper_cs {  /* b, in.c:87-91 */
	int n;          /* in */
};

static int by_wrapper_cs(void *ctx)
{
	struct by_wrapper_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int by_wrapper(int n)
{
	struct by_wrapper_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&b, by_wrapper_cs, &cs, sizeof(cs)) : by_wrapper_cs(&cs);

	if (way < 0)
		return -1;
	return 0;
}

struct jumps_cs {  /* a, in.c:102-106 */
	int n;     /* in */
};

static int jumps_cs(void *ctx)
{
	struct jumps_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

/* jumps */
static int jumps(int n)
{
	int locked = 0;

	if (n < 0)
		goto out;
	struct jumps_cs cs = { .n = n };
	if (threaded) {
		locked = 1;
	}
	if (locked)
		rcl_exec_anon(&a, jumps_cs, &cs, sizeof(cs));
	else
		jumps_cs(&cs);
out:
	total++;
	if (locked)
		rcl_unlock(&a);
	return total;
}

struct loops_cs {  /* b, in.c:119-126 */
	int i;     /* in */
	int held;  /* in */
};

static int loops_cs(void *ctx)
{
	struct loops_cs *cs = ctx;
	int i = cs->i;
	int held = cs->held;

	total += i;
	if (total == 100) {
		return 1;
	}
	total += held;
	return 0;
}

/* in one line, in a loop */
static int loops(int n)
{
	for (int i = 0; i < n; i++) {
		int held = 0;
		struct loops_cs cs = { .i = i };
		if (i & 1) { held = 1; }
		cs.held = held;
		int way = held ? rcl_exec_anon(&b, loops_cs, &cs, sizeof(cs)) : loops_cs(&cs);

		if (way == 1) {
			held = 0;
			continue;
		}
	}
	return total;
}

int main(void)
{
	printf("%d %d %d %d %d\n", within(1), within_tested(1), truth(1), truths(2), by_wrapper(3));
	threaded = 1;
	printf("%d %d %d %d %d\n", within(1), within_tested(3), truth(1), truths(2), by_wrapper(3));
	printf("%d %d %d\n", jumps(-1), jumps(1), loops(5));
	printf("%d %d\n", total, inside);
	return 0;
}
