/* Macros that release the lock and leave where a check fails, or leave with the lock: the section goes on behind them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

struct context { rcl_mutex_t mutex; int opened, played; char name[16]; };
static struct context one = { RCL_MUTEX_INITIALIZER(context_mutex), 0, 0, "one" };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t stats = RCL_MUTEX_INITIALIZER(stats);
static int total, failures, traced;

#define CHECK_UNLOCK(cond, ret, m) do { if (!(cond)) { rcl_unlock(m); return ret; } } while (0)
#define CHECK_UNLOCK_LEAVE(cond, leave) do { if (!(cond)) { leave; } } while (0)
#define LEAVE_IF(cond) do { if (cond) { rcl_unlock(&lock); return; } } while (0)
#define LEAVE_IF_LEAVE(cond, leave) do { if (cond) { leave; } } while (0)
#define return_val_if_fail(x, v) \
	do { \
		if (!(x)) { \
			fprintf(stdout, "%s: not true: %s\n", __func__, #x); \
			return v; \
		} \
	} while (0)
#define return_val_if_fail_leave(x, leave) \
	do { \
		if (!(x)) { \
			fprintf(stdout, "%s: not true: %s\n", __func__, #x); \
			leave; \
		} \
	} while (0)
/* counts under the lock, and says so when it is free */
#define REQUIRE(what, err, label) do { \
		if (!(what)) { \
			failures++; \
			rcl_unlock(&lock); \
			if (traced) \
				fprintf(stdout, "%d\n", err); \
			goto label; \
		} \
	} while (0)
#define REQUIRE_LEAVE(what, leave) do { \
		if (!(what)) { \
			failures++; \
			leave; \
		} \
	} while (0)
#define UNLOCK_CTX(c) rcl_unlock(&(c)->mutex)
#define CHECK_CTX(t, v, u) do { if (!(t)) { u; return (v); } } while (0)
#define CHECK_CTX_LEAVE(t, leave) do { if (!(t)) { leave; } } while (0)
#define FAIL(ret) { rcl_unlock(&lock); return ret; }

struct a_cs {        /* lock, in.c:42-53 */
	int n;       /* in-out */
	int *value;  /* by reference */
	int err;     /* out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int n = cs->n;
	int *value = cs->value;

	for (int i = 0; i < n; i++) {
		int err = i > 3 ? -i : 0;

		CHECK_UNLOCK_LEAVE(err == 0, {
			cs->err = err;
			return 1;
		});
		total += i;
	}
	if (sscanf("17", "%d", value) != 1 || n > 100)
		CHECK_UNLOCK_LEAVE(*value == 17, {
			cs->n = n;
			return 2;
		});
	CHECK_UNLOCK_LEAVE(*value == 17, { return 3; });
	n = total + *value;
	cs->n = n;
	return 0;
}

/* what it gives is the section's, and another variable is handed by its address */
static int a(int n)
{
	int value;

	struct a_cs cs = { .n = n, .value = &value };
	switch (rcl_exec_errno(&lock, a_cs, &cs, sizeof(cs))) {
	case 1: {
		int err = cs.err;
		return err;
	}
	case 2:
		n = cs.n;
		return value + n;
	case 3:
		return value;
	}
	n = cs.n;
	return n;
}

struct b_cs {      /* lock, in.c:59-64 */
	int n;     /* in */
	int *out;  /* in */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	int n = cs->n;
	int *out = cs->out;

	LEAVE_IF_LEAVE(n > 100, { return 0; });
	total += n;
	LEAVE_IF_LEAVE(total > 10000, { return 0; });
	*out = total;
	return 0;
}

static void b(int n, int *out)
{
	struct b_cs cs = { .n = n, .out = out };
	rcl_exec_anon(&lock, b_cs, &cs, sizeof(cs));
}

#define __func__ "c"

struct c_cs {              /* lock, in.c:70-76 */
	const char *name;  /* in */
	int n;             /* in-out */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	const char *name = cs->name;
	int n = cs->n;

	return_val_if_fail_leave(name != NULL, { return RCL_KEEP | 1; });
	total += strlen(name);
	return_val_if_fail_leave(n > 0, { return RCL_KEEP | 2; });
	total += n;
	n = total;
	cs->n = n;
	return 0;
}

#undef __func__

/* a programming error's way out keeps the lock, as it always has */
static int c(const char *name, int n)
{
	struct c_cs cs = { .name = name, .n = n };
	switch (rcl_exec(&lock, c_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		return total;
	}
	n = cs.n;
	return n;
}

struct d_cs {   /* lock, in.c:84-89 */
	int n;  /* in-out */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	int n = cs->n;

	REQUIRE_LEAVE(n > 0, {
		cs->n = n;
		return 1;
	});
	total += n;
	REQUIRE_LEAVE(n < 20, {
		cs->n = n;
		return 2;
	});
	n = total;
	cs->n = n;
	return 0;
}

static int d(int n)
{
	int err = 0;

	struct d_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, d_cs, &cs, sizeof(cs));
	n = cs.n;

	if (way == 1) {
		if (traced)
			fprintf(stdout, "%d\n", n);
		goto out;
	}
	if (way == 2) {
		if (traced)
			fprintf(stdout, "%d\n", -n);
		goto out;
	}
	return n;
out:
	err = -EINVAL;
	return err;
}

struct e_cs {               /* c->mutex, in.c:98-103 */
	struct context *c;  /* in */
	int n;              /* in-out */
};

static int e_cs(void *ctx)
{
	struct e_cs *cs = ctx;
	struct context *c = cs->c;
	int n = cs->n;

	CHECK_CTX_LEAVE(!c->opened, { return 1; });
	CHECK_CTX_LEAVE(n > 0, { return 2; });
	c->played += n;
	n = c->played;
	cs->n = n;
	return 0;
}

static int e(struct context *c, int n)
{
	struct e_cs cs = { .c = c, .n = n };
	switch (rcl_exec_anon(&c->mutex, e_cs, &cs, sizeof(cs))) {
	case 1:
		return -3;
	case 2:
		return c->played;
	}
	n = cs.n;
	return n;
}

struct f_stats_cs {  /* stats, in.c:114-117 */
	int *n;      /* by reference */
	int got;     /* out */
};

static int f_stats_cs(void *ctx)
{
	struct f_stats_cs *cs = ctx;
	int *n = cs->n;
	int got;

	got = sscanf("4", "%d", n);
	failures += *n;
	cs->got = got;
	return 0;
}

struct f_lock_cs {  /* lock, in.c:112-121 */
	int *n;     /* by reference */
};

static int f_lock_cs(void *ctx)
{
	struct f_lock_cs *cs = ctx;
	int *n = cs->n;
	int got;

	total++;
	struct f_stats_cs stats_cs = { .n = n };
	rcl_exec_errno(&stats, f_stats_cs, &stats_cs, sizeof(stats_cs));
	got = stats_cs.got;
	CHECK_UNLOCK_LEAVE(*n < 1000, { return 1; });
	total += *n + got;
	*n = total;
	return 0;
}

/* a section in it is left, too, and goes on */
static int f(int n)
{
	struct f_lock_cs cs = { .n = &n };
	if (rcl_exec_errno(&lock, f_lock_cs, &cs, sizeof(cs)) == 1) {
		return n;
	}
	return n;
}

struct g_cs {   /* lock, in.c:128-133 */
	int n;  /* in-out */
};

static int g_cs(void *ctx)
{
	struct g_cs *cs = ctx;
	int n = cs->n;

	if (n < 0)
		return 1;
	total += n;
	n = total;
	cs->n = n;
	return 0;
}

/* this one is a branch without braces */
static int g(int n)
{
	struct g_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, g_cs, &cs, sizeof(cs)) == 1) {
		return -2;
	}
	n = cs.n;
	return n;
}

int main(void)
{
	int out = 0;

	printf("%d %d\n", a(2), a(7));
	b(1, &out);
	b(1000, &out);
	printf("%d\n", out);
	printf("%d %d\n", c("some", 3), d(1));
	traced = 1;
	printf("%d %d\n", d(-1), d(30));
	printf("%d %d\n", e(&one, 1), e(&one, -1));
	printf("%d %d %d %d\n", f(1), g(10), g(-1), total);
	printf("%d\n", c("one", 0));
	return 0;
}
