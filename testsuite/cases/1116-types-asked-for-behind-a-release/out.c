/* What follows a release that leads out asks for the type of a variable: its client does that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum;

struct add_cs {  /* lock, in.c:10-17 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n % 3 == 0) {
		sum++;
		return RCL_KEEP | 1;
	}
	return 2;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

	if (way == 1) {
		goto out;
	}
	n = ({ __typeof__(n) same = n; same ^ 1; });
	return 3 * n;
out:
	switch (n & 3) {
	default:
		sum += 2;
	}
	pthread_cleanup_push((void (*)(void *))rcl_unlock, &lock);
	sum += n;
	pthread_cleanup_pop(1);
	return 5 * n;
}

int main(void)
{
	int got = add(2) + add(3);

	printf("%d %d\n", got, sum);
	return 0;
}
