/* Sections that are left with the lock in a branch, which goes on in place: what gives it back for a while there, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, seen;

struct left_cs {  /* m, in.c:10-23 */
	int n;    /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	int n = cs->n;

	if (n > 1) {
		return RCL_KEEP | 1;
	}
	count++;
	return 0;
}

static int left(int n)
{
	struct left_cs cs = { .n = n };
	if (rcl_exec_anon(&m, left_cs, &cs, sizeof(cs)) == 1) {
		static const short weights[] = { 3, 4 };

		seen++;
		if (seen & 1) {
			rcl_unlock(&m);
			n += 2;
			rcl_lock(&m);
			seen++;
		}
		rcl_unlock(&m);
		return n + weights[n & 1];
	}
	return n;
}

struct left_and_not_cs {  /* m, in.c:31-51 */
	int n;            /* in */
	int at;           /* where it goes on */
};

static int left_and_not_cs(void *ctx)
{
	struct left_and_not_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 2) {
		goto at_2;
	}

	if (n > 1) {
		return RCL_KEEP | 1;
	} else if (n < 0) {
		cs->at = 2;
		return 2;
		at_2:
		seen++;
	}
	count++;
	return 0;
}

static int left_and_not(int n)
{
	struct left_and_not_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&m, left_and_not_cs, &cs, sizeof(cs))) == 2) {
		n += 3;
		cs.n = n;
	}
	if (way == 1) {
		static const short weights[] = { 3, 4 };

		seen++;
		if (seen & 1) {
			rcl_unlock(&m);
			n += 2;
			rcl_lock(&m);
			seen++;
		}
		rcl_unlock(&m);
		return n + weights[n & 1];
	}
	return n;
}

int main(void)
{
	printf("%d %d %d\n", left(1), left(2), left(3));
	printf("%d %d %d\n", left_and_not(-1), left_and_not(2), left_and_not(3));
	printf("%d %d\n", count, seen);
	return 0;
}
