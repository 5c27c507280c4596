/* In the branch of an attempt more follows the release, with or without a jump, and after an early one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count;

struct returns_cs {  /* lock, in.c:10-13 */
	int n;       /* in */
};

static int returns_cs(void *ctx)
{
	struct returns_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 1;
}

static int returns(int n)
{
	struct returns_cs cs = { .n = n };
	if (rcl_tryexec(&lock, returns_cs, &cs, sizeof(cs)) == 1) {
		return 1;
	}
	return 0;
}

struct goes_on_cs {  /* lock, in.c:22-25 */
	int n;       /* in */
};

static int goes_on_cs(void *ctx)
{
	struct goes_on_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 1;
}

static int goes_on(int n)
{
	int r = 0;

	struct goes_on_cs cs = { .n = n };
	if (rcl_tryexec(&lock, goes_on_cs, &cs, sizeof(cs)) == 1) {
		r = printf("%d\n", n);
	}
	return r;
}

struct both_cs {  /* lock, in.c:34-41 */
	int n;    /* in */
	int r;    /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int n = cs->n;
	int r;

	if (n > 2) {
		return 1;
	}
	r = count += n;
	cs->r = r;
	return 2;
}

static int both(int n)
{
	int r = 0;

	struct both_cs cs = { .n = n };
	int way = rcl_tryexec(&lock, both_cs, &cs, sizeof(cs));

	if (way < 0) {
		return 5;
	}
	if (way == 1) {
		return 7;
	}
	if (way == 2) {
		r = cs.r;
		r += printf("%d\n", r); /* what it is now */
	}
	return r;
}

static int in_branches(int n)
{
	int r = 0;

	if (rcl_trylock(&lock) == 0) {
		if (n > 2) {
			rcl_unlock(&lock);
			r++;
		} else {
			count += n;
			rcl_unlock(&lock);
			r += 2;
		}
		r--;
	}
	return r;
}

struct main_cs {  /* lock, in.c:72-75 */
	int sum;  /* in-out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int i;
	int sum = cs->sum;

	for (i = 0; i < 6; i++)
		sum += returns(i) + goes_on(i) + both(i) + in_branches(i);
	cs->sum = sum;
	return 0;
}

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 6; i++)
		sum += returns(i) + goes_on(i) + both(i) + in_branches(i);
	struct main_cs cs = { .sum = sum };
	rcl_exec(&lock, main_cs, &cs, sizeof(cs));
	sum = cs.sum;
	printf("%d %d\n", sum, count);
	return 0;
}
