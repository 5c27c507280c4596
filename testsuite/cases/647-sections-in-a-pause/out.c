#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum;

struct once_lock_2_cs {  /* lock, in.c:16-18 */
	int n;           /* in-out */
};

static int once_lock_2_cs(void *ctx)
{
	struct once_lock_2_cs *cs = ctx;
	int n = cs->n;

	sum += n *= 2;
	cs->n = n;
	return 0;
}

struct once_lock_1_cs {  /* lock, in.c:10-23 */
	int n;           /* in */
	int at;          /* where it goes on */
};

static int once_lock_1_cs(void *ctx)
{
	struct once_lock_1_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n & 1) {
		sum++;
	} else {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	sum += n;
	return 0;
}

/* one more section of the same lock, while it is given back in a branch */
static int once(int n)
{
	struct once_lock_1_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, once_lock_1_cs, &cs, sizeof(cs)) == 1) {
		n++;
		struct once_lock_2_cs lock_2_cs = { .n = n };
		rcl_exec_anon(&lock, once_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
		n = lock_2_cs.n;
		n++;
		cs.n = n;
	}
	return n;
}

/* lock, in.c:35-41 */
static int again_lock_2_cs(void *ctx)
{
	if (sum & 1) {
		sum++;
		return 1;
	} else {
		return 2;
	}
}

struct again_lock_1_cs {  /* lock, in.c:30-46 */
	int n;            /* in-out */
	int at;           /* where it goes on */
};

static int again_lock_1_cs(void *ctx)
{
	struct again_lock_1_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	while (sum < 60) {
		sum += n;
		cs->n = n;
		cs->at = 1;
		return 1;
		at_1:
		n += sum;
	}
	cs->n = n;
	return 0;
}

/* in a loop, with a section that is left in a branch */
static int again(int n)
{
	struct again_lock_1_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, again_lock_1_cs, &cs, sizeof(cs)) == 1) {
		n = cs.n;
		n++;
		int lock_2_way = rcl_exec_anon(&lock, again_lock_2_cs, NULL, 0);

		if (lock_2_way == 1) {
			n += 2;
		}
		cs.n = n;
	}
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%d %d", once(3), once(4));
	printf(" %d", again(5));
	printf(" %d\n", sum);
	return 0;
}
