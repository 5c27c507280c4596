/* Macros that keep what a call gives in the function's own variable, and jump if that is an error. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TRY(call) do { if ((ret = (call)) != 0) goto err; } while (0)
#define TRY_TOO(call) do { int ret_; if ((ret_ = (call)) != 0 && ret == 0) ret = ret_; } while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static int check(int n)
{
	return n > 9 ? n : 0;
}

struct added_cs {  /* lock, in.c:23-25 */
	int n;     /* in */
};

static int added_cs(void *ctx)
{
	struct added_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int added(int n)
{
	int ret;

	TRY(check(n));
	struct added_cs cs = { .n = n };
	rcl_exec_anon(&lock, added_cs, &cs, sizeof(cs));
	ret = check(n - 1);
err:
	return ret;
}

struct flagged_cs {   /* lock, in.c:37-42 */
	int n;        /* in */
	bool locked;  /* out */
};

static int flagged_cs(void *ctx)
{
	struct flagged_cs *cs = ctx;
	int n = cs->n;
	bool locked;

	locked = true;
	total += n;
	if (n > 5) {
		cs->locked = locked;
		return RCL_KEEP | 1;
	}
	total++;
	cs->locked = locked;
	return RCL_KEEP;
}

static int flagged(int n)
{
	int ret = 0;
	bool locked = false;

	TRY(check(n));
	struct flagged_cs cs = { .n = n };
	ret = 0;
	if (rcl_exec_anon(&lock, flagged_cs, &cs, sizeof(cs)) == 1) {
		locked = cs.locked;
		goto err;
	}
	locked = cs.locked;
err:
	if (locked)
		TRY_TOO(rcl_unlock(&lock));
	return ret;
}

struct given_cs {  /* lock, in.c:55-57 */
	int n;     /* in */
};

static int given_cs(void *ctx)
{
	struct given_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

/* That it is 0 then is what this one gives. */
static int given(int n)
{
	int ret = n;

	TRY(check(n));
	struct given_cs cs = { .n = n };
	rcl_exec_anon(&lock, given_cs, &cs, sizeof(cs));
	ret = 0;
err:
	return ret;
}

struct asking_cs {  /* lock, in.c:69-73 */
	int n;      /* in */
	int ret;    /* in-out */
};

static int asking_cs(void *ctx)
{
	struct asking_cs *cs = ctx;
	int n = cs->n;
	int ret = cs->ret;

	total += n + ret;
	if (ret == 0)
		TRY_TOO(check(n * 2));
	cs->ret = ret;
	return 0;
}

/* The section asks for it as well. */
static int asking(int n)
{
	int ret = n;

	TRY(check(n));
	ret = -3;
	struct asking_cs cs = { .n = n, .ret = 0 };
	ret = 0;
	rcl_exec_anon(&lock, asking_cs, &cs, sizeof(cs));
	ret = cs.ret;
err:
	return ret;
}

/* Which mutex it is hangs on what the variable has before. */
static rcl_mutex_t many[2] = { RCL_MUTEX_INITIALIZER(many), RCL_MUTEX_INITIALIZER(many) };

static int named(int n)
{
	int ret = n & 1;

	TRY(rcl_lock(&many[ret]));
	total += n;
	ret = rcl_unlock(&many[n & 1]);
err:
	return ret;
}

int main(void)
{
	printf("%d %d ", named(1), named(2));
	printf("%d %d ", asking(3), asking(7));
	printf("%d %d ", added(3), added(10));
	printf("%d %d %d ", flagged(2), flagged(7), flagged(12));
	printf("%d %d %d\n", given(4), given(11), total);
	return 0;
}
