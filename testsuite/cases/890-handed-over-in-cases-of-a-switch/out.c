/* Behind a case's label the client goes on with the lock, up to the jump before the next one; not where it runs into that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, finished, calls;

static void finish(int n)
{
	finished += n;
	printf("%d\n", finished);
	calls += rcl_unlock(&lock) == 0;
}

struct step_cs {  /* lock, in.c:17-34 */
	int n;    /* in */
};

static int step_cs(void *ctx)
{
	struct step_cs *cs = ctx;
	int n = cs->n;

	count++;
	switch (n % 4) {
	case 0:
		count += n;
		break;
	case 1:
		return RCL_KEEP | 1;
	case 2:
	case 3:
		count--;
		return RCL_KEEP | 2;
	}
	count += 2;
	return 0;
}

static int step(int n)
{
	struct step_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, step_cs, &cs, sizeof(cs))) {
	case 1:
		finish(n);
		return 1;
	case 2:
		finish(n);
		n++;
		return n;
	}
	return 0;
}

/* lock, in.c:40-41 */
static int falls_cs(void *ctx)
{
	count++;
	return RCL_KEEP;
}

static int falls(int n)
{
	rcl_exec_anon(&lock, falls_cs, NULL, 0);
	switch (n % 4) {
	case 0:
		count += n;
		break;
	case 1:
		finish(n);
	case 2:
		if (n % 4 == 1)
			return 7;
		count += 3;
	}
	rcl_unlock(&lock);
	return 0;
}

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 20; i++)
		sum += step(i) + falls(i);
	printf("%d %d\n", sum, count);
	return 0;
}
