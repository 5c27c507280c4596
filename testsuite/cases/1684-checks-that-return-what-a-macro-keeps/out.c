/* What such a macro returns is a variable of its own; or it sets one of its user's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <errno.h>

struct device { rcl_mutex_t lock; int opened, written, failures; };
static struct device one = { RCL_MUTEX_INITIALIZER(device_lock), 0, 0, 0 };

#define TRY_UNLOCK(d, expr) do { \
		int r_ = (expr); \
		if (r_ < 0) { \
			rcl_unlock(&(d)->lock); \
			return r_; \
		} \
	} while (0)
#define TRY_UNLOCK_LEAVE(expr, leave) do { \
		int r_ = (expr); \
		if (r_ < 0) { \
			leave; \
		} \
	} while (0)
#define TRY(expr) do { \
		int ret_ = (expr); \
		if (ret_) { \
			one.failures++; \
			return ret_; \
		} \
	} while (0)
#define TRY_LEAVE(expr, leave) do { \
		int ret_ = (expr); \
		if (ret_) { \
			one.failures++; \
			leave; \
		} \
	} while (0)
#define CHECK_GOTO(d, expr, label) do { \
		if ((ret = (expr)) < 0) { \
			rcl_unlock(&(d)->lock); \
			goto label; \
		} \
	} while (0)
#define CHECK_GOTO_LEAVE(expr, leave) do { \
		if ((ret = (expr)) < 0) { \
			leave; \
		} \
	} while (0)
#define FAIL_IF(d, cond, code) do { \
		if (cond) { \
			ret = code; \
			(d)->failures++; \
			rcl_unlock(&(d)->lock); \
			goto out; \
		} \
	} while (0)
#define FAIL_IF_LEAVE(d, cond, code, leave) do { \
		if (cond) { \
			ret = code; \
			(d)->failures++; \
			leave; \
		} \
	} while (0)

static int put(struct device *d, int n)
{
	if (n > 10)
		return -E2BIG;
	d->written += n;
	return n;
}

struct a_cs {              /* d->lock, in.c:48-53 */
	struct device *d;  /* in */
	int n;             /* in-out */
	int result;        /* out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	struct device *d = cs->d;
	int n = cs->n;

	TRY_UNLOCK_LEAVE(put(d, n), {
		cs->result = r_;
		return 1;
	});
	for (int i = 0; i < 2; i++)
		TRY_UNLOCK_LEAVE(put(d, n + i), {
			cs->result = r_;
			return 1;
		});
	n = d->written;
	cs->n = n;
	return 0;
}

static int a(struct device *d, int n)
{
	struct a_cs cs = { .d = d, .n = n };
	if (rcl_exec_anon(&d->lock, a_cs, &cs, sizeof(cs)) == 1)
		return cs.result;
	n = cs.n;
	return n;
}

struct b_cs {              /* d->lock, in.c:59-63 */
	struct device *d;  /* in */
	int n;             /* in-out */
	int result;        /* out */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	struct device *d = cs->d;
	int n = cs->n;

	d->opened++;
	TRY_LEAVE(put(d, n) != n, {
		cs->result = ret_;
		return RCL_KEEP | 1;
	});
	n = d->written;
	cs->n = n;
	return 0;
}

static int b(struct device *d, int n)
{
	struct b_cs cs = { .d = d, .n = n };
	if (rcl_exec_anon(&d->lock, b_cs, &cs, sizeof(cs)) == 1)
		return cs.result;
	n = cs.n;
	return n;
}

struct c_cs {              /* d->lock, in.c:71-76 */
	struct device *d;  /* in */
	int n;             /* in */
	int ret;           /* out */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	struct device *d = cs->d;
	int n = cs->n;
	int ret;

	CHECK_GOTO_LEAVE(put(d, n), {
		cs->ret = ret;
		return 1;
	});
	FAIL_IF_LEAVE(d, d->written > 40, -ENOSPC, {
		cs->ret = ret;
		return 2;
	});
	CHECK_GOTO_LEAVE(put(d, n + 1), {
		cs->ret = ret;
		return 2;
	});
	ret = d->written;
	cs->ret = ret;
	return 0;
}

static int c(struct device *d, int n)
{
	int ret;

	struct c_cs cs = { .d = d, .n = n };
	int way = rcl_exec_anon(&d->lock, c_cs, &cs, sizeof(cs));
	ret = cs.ret;

	if (way == 1)
		goto failed;
	if (way == 2)
		goto out;
	return ret;
failed:
	printf("failed: %d\n", ret);
out:
	return ret;
}

int main(void)
{
	printf("%d %d %d\n", a(&one, 2), a(&one, 20), a(&one, 9));
	printf("%d %d %d %d\n", c(&one, 3), c(&one, 10), c(&one, 12), c(&one, 9));
	printf("%d\n", b(&one, 5));
	printf("%d\n", b(&one, 50));
	printf("%d %d\n", one.written, one.failures);
	return 0;
}
