/* A release under a condition, with a comment that is to stay, in a branch of its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int threaded, count;

static long add(int n)
{
	long sum = n, *at = &sum;

	if (threaded)
		rcl_lock(&m);
	sum++;
	if (threaded) {
		rcl_unlock(&m); /* why */
	}
	n ^= 1;
	return sum + n + *at;
}

struct count_up_cs {  /* m, in.c:24-26 */
	int n;        /* in */
};

static int count_up_cs(void *ctx)
{
	struct count_up_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static int count_up(int n)
{
	struct count_up_cs cs = { .n = n };
	if (threaded) {
		rcl_exec_anon(&m, count_up_cs, &cs, sizeof(cs));
	} else {
		count_up_cs(&cs);
	}
	if (threaded) {
		rcl_unlock(&m); /* why */
	}
	return count;
}

int main(void)
{
	long sums = add(1), counts = count_up(1);

	threaded = 1;
	sums += add(2) * 10;
	counts += count_up(2) * 10;
	threaded = 0;
	sums += add(3) * 100;
	counts += count_up(3) * 100;
	threaded = 1;
	printf("%ld %ld\n", sums + add(4), counts + count_up(4));
	return 0;
}
