#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define REALIGN_STACK __attribute__((noinline))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static int items, taken;

/* lock, in.c:16-25 */
static int taker_cs(void *ctx)
{
	if (!items)
		return rcl_wait(&filled, &lock);
	if (items < 0) {
		return 1;
	}
	taken += items;
	items = 0;
	return 0;
}

/* Takes what there is. */
REALIGN_STACK static void *taker(void *arg)
{
	int *rounds = arg;

	while (1) {
		if (rcl_exec_waiting(&lock, taker_cs, NULL, 0) == 1) {
			break;
		}
		*rounds += 1;
	}
	return NULL;
}

struct put_cs {  /* lock, in.c:33-36 */
	int n;   /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int n = cs->n;

	items = n;
	rcl_cond_signal(&filled);
	return 0;
}

REALIGN_STACK static int put(int n)
{
	struct put_cs cs = { .n = n };
	rcl_exec_anon(&lock, put_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	int rounds = 0, sum = put(3);

	put(-1);
	taker(&rounds);
	printf("%d %d %d\n", taken, rounds, sum);
	return 0;
}
