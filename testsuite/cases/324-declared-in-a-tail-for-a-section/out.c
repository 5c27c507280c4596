/* What follows a release declares a variable that only another section in it uses. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), other = RCL_MUTEX_INITIALIZER(other);
static int total = 3, moved;

struct left_other_cs {  /* other, in.c:16-19 */
	int n;          /* in */
};

static int left_other_cs(void *ctx)
{
	struct left_other_cs *cs = ctx;
	int n = cs->n;
	int x;

	x = moved + n;
	moved = x * 2;
	return 0;
}

struct left_lock_cs {  /* lock, in.c:10-24 */
	int n;         /* in */
};

static int left_lock_cs(void *ctx)
{
	struct left_lock_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		total -= n;
		return 1;
	}
	total += n;
	return 0;
}

static int left(int n)
{
	struct left_lock_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, left_lock_cs, &cs, sizeof(cs)) == 1) {
		if (n > 3) {
			struct left_other_cs other_cs = { .n = n };
			rcl_exec_anon(&other, left_other_cs, &other_cs, sizeof(other_cs));
		}
		return n;
	}
	return -n;
}

int main(void)
{
	printf("%d %d %d", left(1), left(3), left(5));
	printf(" %d %d\n", total, moved);
	return 0;
}
