#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long count;
static int closed;

struct take_cs {  /* lock, in.c:10-21 */
	int n;    /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	if (closed) {
		return 1;
	}
	if (count < n) {
		return 2;
	}
	count -= n;
	return 0;
}

int take(int n)
{
	struct take_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		printf("too few\n");
		return 0;
	default:
		break;
	}
	return n;
}

struct put_cs {  /* lock, in.c:28-39 */
	int n;   /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int n = cs->n;

	if (closed) {
		return 1;
	}
	if (n > 8) {
		return 2;
	}
	count += n;
	return 0;
}

/* on every way by a jump */
int put(int n)
{
	struct put_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, put_cs, &cs, sizeof(cs))) {
	case 1:
		printf("closed\n");
		return -1;
	case 2:
		goto out;
	default:
		break;
	}
	return n;
out:
	printf("too many\n");
	return 0;
}

int main(void)
{
	int i;

	for (i = 0; i < 12; i++) {
		closed = i > 10;
		printf("%d", put(i));
		printf(" %d\n", take(2 * i));
	}
	printf("%ld\n", count);
	return 0;
}
