/* Behind a section that ends its function there is nothing to return from. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static int sum, calls;

struct early_cs {  /* lock, in.c:12-18 */
	int n;     /* in */
};

static int early_cs(void *ctx)
{
	struct early_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		return 1;
	}
	sum += n;
	return 0;
}

static void early(int n)
{
	struct early_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, early_cs, &cs, sizeof(cs)) == 1) {
		return; /* nothing to do */
	}
}

struct told_cs {  /* lock, in.c:23-31 */
	int n;    /* in-out */
};

static int told_cs(void *ctx)
{
	struct told_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		n = sum;
		cs->n = n;
		return 1;
	}
	sum += n;
	return 0;
}

static void told(int n)
{
	struct told_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, told_cs, &cs, sizeof(cs)) == 1) {
		n = cs.n;
		printf("not %d\n", n);
	}
	return;
}

struct in_a_branch_cs {  /* lock, in.c:38-44 */
	int n;           /* in */
};

static int in_a_branch_cs(void *ctx)
{
	struct in_a_branch_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		return 0;
	}
	sum += n;
	return 0;
}

static void in_a_branch(int n)
{
	if (n > 0) {
		struct in_a_branch_cs cs = { .n = n };
		rcl_exec_anon(&lock, in_a_branch_cs, &cs, sizeof(cs));
	} else {
		calls++;
	}
}

struct in_a_loop_cs {  /* lock, in.c:53-59 */
	int n;         /* in */
};

static int in_a_loop_cs(void *ctx)
{
	struct in_a_loop_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		return 1;
	}
	sum += n;
	return 0;
}

static void in_a_loop(int n)
{
	while (n-- > 0) {
		struct in_a_loop_cs cs = { .n = n };
		if (rcl_exec_anon(&lock, in_a_loop_cs, &cs, sizeof(cs)) == 1) {
			return;
		}
	}
}

struct before_another_cs {  /* lock, in.c:65-71 */
	int n;              /* in */
};

static int before_another_cs(void *ctx)
{
	struct before_another_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		return 1;
	}
	sum += n;
	return 0;
}

static void before_another(int n)
{
	struct before_another_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, before_another_cs, &cs, sizeof(cs)) == 1) {
		return;
	}
	calls++;
}

struct inside_lock_cs {  /* lock, in.c:80-87 */
	int n;           /* in */
};

static int inside_lock_cs(void *ctx)
{
	struct inside_lock_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		return 1;
	}
	sum += n;
	return 0;
}

struct inside_outer_cs {  /* outer, in.c:77-88 */
	int n;            /* in */
};

static int inside_outer_cs(void *ctx)
{
	struct inside_outer_cs *cs = ctx;
	int n = cs->n;

	calls++;
	{
		struct inside_lock_cs lock_cs = { .n = n };
		if (rcl_exec_anon(&lock, inside_lock_cs, &lock_cs, sizeof(lock_cs)) == 1) {
			return 1;
		}
		return 1;
	}
}

static void inside(int n)
{
	struct inside_outer_cs cs = { .n = n };
	rcl_exec_anon(&outer, inside_outer_cs, &cs, sizeof(cs));
}

struct list_cs {        /* lock, in.c:97-103 */
	int n;          /* in */
	va_list *more;  /* by reference */
};

static int list_cs(void *ctx)
{
	struct list_cs *cs = ctx;
	int n = cs->n;
	va_list *more = cs->more;

	if (n > 2) {
		return 1;
	}
	sum += va_arg(*more, int);
	return RCL_KEEP;
}

static void list(int n, ...)
{
	va_list more;

	va_start(more, n);
	struct list_cs cs = { .n = n, .more = &more };
	if (rcl_exec_anon(&lock, list_cs, &cs, sizeof(cs)) == 1) {
		va_end(more);
		return;
	}
	va_end(more);
	rcl_unlock(&lock);
}

int main(void)
{
	for (int n = 1; n < 5; n++) {
		early(n);
		told(n);
		in_a_branch(n);
		in_a_loop(n);
		before_another(n);
		inside(n);
		list(n, n);
	}
	printf("%d %d\n", sum, calls);
	return 0;
}
