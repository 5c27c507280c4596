#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t again;
static int sum, jumps;

struct add_again_1_cs {  /* again, in.c:9-18 */
	int n;           /* in */
};

static int add_again_1_cs(void *ctx)
{
	struct add_again_1_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	if (n % 2) {
		sum++;
		return 1;
	}
	sum += 2;
	return RCL_KEEP;
}

/* again, in.c:19-21 */
static int add_again_2_cs(void *ctx)
{
	jumps += 10;
	return 0;
}

static void add(int n, int *result)
{
	struct add_again_1_cs cs = { .n = n };
	if (rcl_exec_anon(&again, add_again_1_cs, &cs, sizeof(cs)) == 1) {
		jumps++;
		*result = 3;
		return;
	}
	rcl_exec_anon(&again, add_again_2_cs, NULL, 0);
	(void)rcl_unlock(&again);
	*result = 5;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	int a, b;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	rcl_mutex_init(&again, &attributes, again);
	add(1, &a);
	add(2, &b);
	printf("%d %d %d %d\n", a, b, sum, jumps);
	return 0;
}
