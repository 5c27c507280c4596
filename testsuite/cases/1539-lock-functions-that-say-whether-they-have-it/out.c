/* A lock function that gets ready first, and says whether it has the lock: its callers' sections stay, but what they do
 * to locks is known. Not of one that goes on with the lock, or does not say it. */
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

static bool lock_it(int number)
{
	if (!ready && !get_ready())
		return false;
	rcl_lock(&locks[number]);
	return true;
}

static int lock_or_fail(int number)
{
	calls++;
	if (!ready)
		return -1;
	rcl_lock(&locks[number]);
	return 0;
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

static int helper(int n)
{
	if (!lock_it(1))
		return -1;
	total += n;
	unlock_it(1);
	return n;
}

static int other(int n)
{
	if (lock_or_fail(1) == 0) {
		total += n;
		unlock_it(1);
		return n;
	}
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
