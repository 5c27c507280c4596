/* A literal is gone when a section returns in order to wait, and its address may be used behind that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t more = RCL_COND_INITIALIZER;
static const struct timespec past = { 1, 0 };
static int shared;

struct of_a_block_cs {  /* lock, in.c:15-26 */
	int n;          /* in */
	int sum;        /* in-out */
};

static int of_a_block_cs(void *ctx)
{
	struct of_a_block_cs *cs = ctx;
	int n = cs->n;
	int sum = cs->sum;

	shared += n;
	if (n > 0) {
		const int *steps = (int[]){ n, 2 * n, 3 * n };

		while (sum < 10) {
			sum += steps[sum % 3];
			rcl_cond_timedwait(&more, &lock, &past);
		}
		sum += steps[2];
	}
	cs->sum = sum;
	return 0;
}

static int of_a_block(int n)
{
	int sum = 0;

	struct of_a_block_cs cs = { .n = n, .sum = sum };
	rcl_exec_blocking(&lock, of_a_block_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

struct of_another_block_cs {  /* lock, in.c:35-46 */
	int n;                /* in */
	int sum;              /* in-out */
	int at;               /* where it goes on */
};

static int of_another_block_cs(void *ctx)
{
	struct of_another_block_cs *cs = ctx;
	int n = cs->n;
	int sum = cs->sum;

	if (cs->at == 1) {
		goto at_1;
	}

	while (sum < 10) {
		cs->sum = sum;
		cs->at = 1;
		return rcl_timedwait(&more, &lock, &past);
		at_1:
		sum++;
	}
	{
		const int *steps = (int[]){ n, 2 * n, 3 * n };

		sum += steps[sum % 3];
	}
	shared += sum;
	cs->sum = sum;
	return 0;
}

/* nobody waits where this one is */
static int of_another_block(int n)
{
	int sum = n;

	struct of_another_block_cs cs = { .n = n, .sum = sum, .at = 0 };
	rcl_exec_waiting(&lock, of_another_block_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

int main(void)
{
	int a = of_a_block(3), b = of_another_block(4);

	printf("%d %d %d\n", a, b, shared);
	return 0;
}
