#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct add_if_free_cs {  /* lock, in.c:11-14 */
	int by;          /* in */
	int now;         /* out */
};

static int add_if_free_cs(void *ctx)
{
	struct add_if_free_cs *cs = ctx;
	int by = cs->by;
	int now;

	n += by;
	now = n;
	cs->now = now;
	return 0;
}

static int add_if_free(int by)
{
	int now = -1;

	struct add_if_free_cs cs = { .by = by };
	if (rcl_tryexec(&lock, add_if_free_cs, &cs, sizeof(cs)) == 0) {
		now = cs.now;
	}
	return now;
}

struct twice_cs {  /* lock, in.c:23-29 */
	int by;    /* in */
	int now;   /* out */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int by = cs->by;
	int now;

	n += 2 * by;
	now = n;
	cs->now = now;
	return 0;
}

static int twice(int by)
{
	int now;

	struct twice_cs cs = { .by = by };
	if (rcl_tryexec(&lock, twice_cs, &cs, sizeof(cs)) < 0) {
		printf("busy\n");
		return -1;
	}
	now = cs.now;
	return now;
}

int main(void)
{
	printf("%d", add_if_free(3));
	printf(" %d\n", twice(4));
	return 0;
}
