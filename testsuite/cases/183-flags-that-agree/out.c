#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), other = RCL_MUTEX_INITIALIZER(other);
static int sum, rounds;

struct extend_lock_1_cs {  /* lock, in.c:12-15 */
	int left;          /* in-out */
};

static int extend_lock_1_cs(void *ctx)
{
	struct extend_lock_1_cs *cs = ctx;
	int left = cs->left;

	if (sum > 100)
		left = sum - 100;
	cs->left = left;
	return RCL_KEEP;
}

/* lock, in.c:23-25 */
static int extend_lock_2_cs(void *ctx)
{
	rounds++;
	return 0;
}

/* the first section is over where the second one begins, whatever path was taken */
static int extend(int by, int often)
{
	int extending = by > 3, left = 0;

	struct extend_lock_1_cs cs = { .left = left };
	if (extending) {
		rcl_exec_anon(&lock, extend_lock_1_cs, &cs, sizeof(cs));
	} else {
		extend_lock_1_cs(&cs);
	}
	left = cs.left;
	if (extending) {
		sum += by;
		if (sum < 0)
			extending = 0;
		rcl_unlock(&lock);
	}
	while (often-- > 0) {
		rcl_exec_anon(&lock, extend_lock_2_cs, NULL, 0);
	}
	return left;
}

struct both_lock_cs {  /* lock, in.c:35-54 */
	int n;         /* in */
	int held;      /* out */
};

static int both_lock_cs(void *ctx)
{
	struct both_lock_cs *cs = ctx;
	int n = cs->n;
	int held;

	held = 1;
	sum += n;
	if (n > 2) {
		return 1;
	}
	cs->held = held;
	return RCL_KEEP;
}

struct both_other_1_cs {  /* other, in.c:47-54 */
	int held;         /* in */
};

static int both_other_1_cs(void *ctx)
{
	struct both_other_1_cs *cs = ctx;
	int held = cs->held;

	rounds++;
	if (held)
		rcl_unlock(&lock);
	return RCL_KEEP;
}

/* other, in.c:59-61 */
static int both_other_2_cs(void *ctx)
{
	rounds++;
	return 0;
}

/* a flag of its own for each of two locks */
static int both(int n)
{
	int held = 0, ret = 0, *found = NULL;

	struct both_lock_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, both_lock_cs, &cs, sizeof(cs));

	if (way == 1) {
		held = 0;
		rounds += 2;
	} else {
		held = cs.held;
	}
	if (!held) {
		rcl_lock(&lock);
		held = 1;
	}
	struct both_other_1_cs other_1_cs = { .held = held };
	if (n < 0) {
		ret = -1;
		found = &sum;
	}
	if (found) {
		rcl_exec_anon(&other, both_other_1_cs, &other_1_cs, sizeof(other_1_cs));
	} else {
		both_other_1_cs(&other_1_cs);
	}
	if (found != NULL) {
		*found = 0;
		rcl_unlock(&other);
	}
	rcl_exec_anon(&other, both_other_2_cs, NULL, 0);
	return ret;
}

/* this flag may be anything: its address is known */
static void set(int *flag)
{
	*flag = sum % 2;
}

struct unsure_cs {  /* other, in.c:77-83 */
	int n;      /* in */
};

static int unsure_cs(void *ctx)
{
	struct unsure_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return RCL_KEEP;
}

static int unsure(int n)
{
	int held = 0;

	set(&held);
	if (held) {
		struct unsure_cs cs = { .n = n };
		rcl_exec_anon(&other, unsure_cs, &cs, sizeof(cs));
	}
	set(&held);
	if (held) {
		rounds++;
		rcl_unlock(&other);
	}
	return held;
}

struct counted_cs {  /* lock, in.c:94-101 */
	int n;       /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	sum -= n;
	return RCL_KEEP;
}

/* this one is counted down while the lock is held */
static int counted(int n)
{
	int held = 2;

	if (held) {
		struct counted_cs cs = { .n = n };
		rcl_exec_anon(&lock, counted_cs, &cs, sizeof(cs));
	}
	held--;
	held--;
	if (!held) {
		rounds--;
		rcl_unlock(&lock);
	}
	rcl_lock(&lock);
	sum++;
	rcl_unlock(&lock);
	return held;
}

int main(void)
{
	int i;

	for (i = -1; i < 7; i++) {
		int a = extend(i, 2), b = both(i), c = counted(i);

		printf("%d %d %d\n", a, b, c);
	}
	printf("%d %d\n", sum, rounds);
	sum -= sum % 2;
	printf("%d\n", unsure(2));
	return 0;
}
