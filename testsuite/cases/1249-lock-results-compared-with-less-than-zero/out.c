/* Lock calls whose result is asked whether it is less or more than zero. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t asked = RCL_ERRORCHECK_MUTEX_INITIALIZER(asked);
static int sum, failed;

struct add_cs {  /* lock, in.c:12-17 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs)) < 0) {
		failed++;
		return -1;
	}
	return 0;
}

struct add_kept_cs {  /* lock, in.c:25-31 */
	int n;        /* in */
};

static int add_kept_cs(void *ctx)
{
	struct add_kept_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static int add_kept(int n)
{
	int err;

	struct add_kept_cs cs = { .n = n };
	err = -rcl_exec_anon(&lock, add_kept_cs, &cs, sizeof(cs));
	if (err > 0) {
		failed++;
		return err;
	}
	return err;
}

struct add_both_cs {  /* lock, in.c:39-49 */
	int n;        /* in */
};

static int add_both_cs(void *ctx)
{
	struct add_both_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	if (sum > 1000) {
		return 1;
	}
	sum += n;
	return 0;
}

static int add_both(int n)
{
	int err;

	struct add_both_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, add_both_cs, &cs, sizeof(cs));

	if ((err = way < 0 ? -way : 0) < 0) {
		perror("lock");
		exit(1);
	}
	if (way == 1)
		return 1;
	return err;
}

struct add_within_cs {  /* lock, in.c:55-57 */
	int n;          /* in */
};

static int add_within_cs(void *ctx)
{
	struct add_within_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static void add_within(int n)
{
	struct add_within_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_within_cs, &cs, sizeof(cs));
}

struct add_truth_cs {  /* lock, in.c:63-68 */
	int n;         /* in */
};

static int add_truth_cs(void *ctx)
{
	struct add_truth_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static int add_truth(int n)
{
	struct add_truth_cs cs = { .n = n };
	int bad = 0 > rcl_exec_anon(&lock, add_truth_cs, &cs, sizeof(cs));
	if (bad)
		return -1;
	return bad;
}

struct add_truth_and_leave_cs {  /* lock, in.c:75-85 */
	int n;                   /* in */
	int bad;                 /* out */
};

static int add_truth_and_leave_cs(void *ctx)
{
	struct add_truth_and_leave_cs *cs = ctx;
	int n = cs->n;
	int bad;

	sum += n;
	if (sum > 1000) {
		return 1;
	}
	bad = sum < n;
	cs->bad = bad;
	return 0;
}

static int add_truth_and_leave(int n)
{
	int bad = 0;
	struct add_truth_and_leave_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, add_truth_and_leave_cs, &cs, sizeof(cs));
	int fine = (way < 0) <= 0;

	if (!fine)
		return -1;
	if (way == 1)
		return 1;
	bad = cs.bad;
	return bad - fine;
}

/* an attempt that another one has made fail gives more than zero */
static int try_add(int n)
{
	if (rcl_trylock(&lock) < 0)
		return -1;
	sum += n;
	rcl_unlock(&lock);
	return 0;
}

/* this one may fail, and goes on then */
static int add_asked(int n)
{
	int held = rcl_lock(&asked);

	if (held == 0 && rcl_lock(&asked) < 0)
		return -1;
	sum += n;
	return rcl_unlock(&asked);
}

static int add_asked_alone(int n)
{
	if (rcl_lock(&asked) < 0)
		return -1;
	sum += n;
	rcl_unlock(&asked);
	return 0;
}

struct add_again_cs {  /* asked, in.c:123-125 */
	int n;         /* in */
	int result;    /* out */
};

static int add_again_cs(void *ctx)
{
	struct add_again_cs *cs = ctx;
	int n = cs->n;
	int result;

	result = add_asked_alone(n);
	cs->result = result;
	return RCL_KEEP | 1;
}

static int add_again(int n)
{
	int result;

	struct add_again_cs cs = { .n = n };
	rcl_exec(&asked, add_again_cs, &cs, sizeof(cs));
	result = cs.result;
	return result;
}

int main(void)
{
	int result = add(1) + add_kept(2) + add_both(3) + add_truth(4) + try_add(5) + add_asked(6);

	add_within(7);
	result += add_truth_and_leave(10) + add_truth_and_leave(2000) + add_asked_alone(8) + add_again(9);
	printf("%d %d %d\n", result, sum, failed);
	return 0;
}
