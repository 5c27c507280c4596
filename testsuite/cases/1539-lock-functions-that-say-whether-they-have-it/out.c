/* A lock function that gets ready first, and says whether it has the lock: that its callers' clients ask first. Not of
 * one that goes on with the lock, or does not say it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

static rcl_mutex_t locks[2] = { RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks) };
static int ready, total, calls;

static bool get_ready(void)
{
	ready = calls++ != 1;
	return ready;
}

static int lock_it_first(void)
{
	if (!ready && !get_ready())
		return false;
	return true;
}

static rcl_mutex_t *it_mutex(int number)
{
	return &locks[number];
}

static int lock_or_fail_first(void)
{
	calls++;
	if (!ready)
		return -1;
	return 0;
}

static rcl_mutex_t *or_fail_mutex(int number)
{
	return &locks[number];
}

/* locks[number], in.c:37-39 */
static int lock_and_count_cs(void *ctx)
{
	calls++;
	return RCL_KEEP | 1;
}

static bool lock_and_count(int number)
{
	if (!ready && !get_ready())
		return false;
	rcl_exec_anon(&locks[number], lock_and_count_cs, NULL, 0);
	return true;
}

static int lock_or_not(int number)
{
	if (ready || get_ready())
		rcl_lock(&locks[number]);
	return number;
}

static void unlock_it(int number)
{
	rcl_unlock(&locks[number]);
}

struct helper_cs {  /* locks[1], in.c:56-59 */
	int n;      /* in */
};

static int helper_cs(void *ctx)
{
	struct helper_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int helper(int n)
{
	struct helper_cs cs = { .n = n };
	if (!lock_it_first() || rcl_exec_anon(it_mutex(1), helper_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

struct other_cs {  /* locks[1], in.c:65-68 */
	int n;     /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 1;
}

static int other(int n)
{
	struct other_cs cs = { .n = n };
	if (!lock_or_fail_first() && rcl_exec_anon(or_fail_mutex(1), other_cs,
			&cs, sizeof(cs)) == 1)
		return n;
	return 0;
}

static int counting(int n)
{
	if (!lock_and_count(1))
		return -1;
	total += n;
	unlock_it(1);
	return n;
}

static int unknown(int n)
{
	lock_or_not(1);
	total += n;
	if (ready)
		unlock_it(1);
	return n;
}

struct outside_cs {  /* locks[0], in.c:95-97 */
	int n;       /* in */
	int sum;     /* out */
};

static int outside_cs(void *ctx)
{
	struct outside_cs *cs = ctx;
	int n = cs->n;
	int sum;

	sum = helper(n) + total;
	cs->sum = sum;
	return 0;
}

static int outside(int n)
{
	int sum;

	struct outside_cs cs = { .n = n };
	rcl_exec_anon(&locks[0], outside_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

struct outside_of_other_cs {  /* locks[0], in.c:105-107 */
	int n;                /* in */
	int sum;              /* out */
};

static int outside_of_other_cs(void *ctx)
{
	struct outside_of_other_cs *cs = ctx;
	int n = cs->n;
	int sum;

	sum = other(n) + total;
	cs->sum = sum;
	return 0;
}

static int outside_of_other(int n)
{
	int sum;

	struct outside_of_other_cs cs = { .n = n };
	rcl_exec_anon(&locks[0], outside_of_other_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

static int outside_of_unknown(int n)
{
	int sum;

	rcl_lock(&locks[0]);
	sum = unknown(n) + total;
	rcl_unlock(&locks[0]);
	return sum;
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		printf("%d %d %d\n", outside(i), outside_of_other(i), outside_of_unknown(i));
		printf("%d\n", counting(i));
	}
	printf("%d %d\n", total, calls);
	return 0;
}
