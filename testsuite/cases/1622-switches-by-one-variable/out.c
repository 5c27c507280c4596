#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

enum kind { ALONE, SHARED, COMMON, BORROWED, LAST };

static rcl_mutex_t locks[LAST] = {
	RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks),
};
static int sums[LAST];

/* gives back what it has taken */
static int add(enum kind kind, int by)
{
	int sum;

	switch (kind) {
	case SHARED:
	case COMMON:
		rcl_lock(&locks[kind]);
		break;
	default:
		break;
	}
	switch (kind) {
	case ALONE:
		sums[ALONE] += 2 * by;
		break;
	case SHARED:
		by++;
		/* fall through */
	default:
		sums[kind] += by;
	}
	sum = sums[kind];
	switch (kind) {
	case COMMON:
	case SHARED:
		rcl_unlock(&locks[kind]);
	}
	return sum;
}

/* gives back its caller's, too */
static int end(enum kind kind, int by)
{
	int sum;

	switch (kind) {
	case SHARED:
		rcl_lock(&locks[kind]);
		break;
	default:
		break;
	}
	sum = sums[kind] += by;
	switch (kind) {
	case SHARED:
	case BORROWED:
		rcl_unlock(&locks[kind]);
		break;
	default:
		break;
	}
	return sum;
}

/* and so does this one, which has it by another value */
static int change(enum kind kind, int by)
{
	int sum;

	switch (kind) {
	case SHARED:
		rcl_lock(&locks[kind]);
		break;
	default:
		break;
	}
	sum = sums[kind] += by;
	if (kind == BORROWED)
		kind = SHARED;
	switch (kind) {
	case SHARED:
		rcl_unlock(&locks[sum > 0 ? BORROWED : SHARED]);
		break;
	default:
		break;
	}
	return sum;
}

struct all_cs {   /* locks[ALONE], in.c:96-100 */
	int by;   /* in */
	int sum;  /* out */
};

static int all_cs(void *ctx)
{
	struct all_cs *cs = ctx;
	int by = cs->by;
	int sum;

	sum = add(ALONE, by);
	sum += add(SHARED, by);
	sum += add(COMMON, by);
	cs->sum = sum;
	return 0;
}

int all(int by)
{
	int sum;

	struct all_cs cs = { .by = by };
	rcl_exec_anon(&locks[ALONE], all_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

/* locks[BORROWED], in.c:108-109 */
static int one_cs(void *ctx)
{
	sums[BORROWED] *= 2;
	return RCL_KEEP;
}

int one(int by)
{
	int sum;

	rcl_exec_anon(&locks[BORROWED], one_cs, NULL, 0);
	sum = end(BORROWED, by);
	return sum;
}

/* locks[BORROWED], in.c:118-119 */
static int other_cs(void *ctx)
{
	sums[BORROWED] *= 3;
	return RCL_KEEP;
}

int other(int by)
{
	int sum;

	rcl_exec_anon(&locks[BORROWED], other_cs, NULL, 0);
	sum = change(BORROWED, by);
	return sum;
}

int main(void)
{
	int first = all(1), second = all(2), third = one(3), fourth = other(4);

	printf("%d %d %d %d\n", first, second, third, fourth);
	return 0;
}
