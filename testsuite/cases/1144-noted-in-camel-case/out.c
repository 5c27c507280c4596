/* The functions that do what lock functions note are named as those are. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct myMutex { rcl_mutex_t m; int taken; };

static struct myMutex sumLock = { RCL_MUTEX_INITIALIZER(myMutex_m), 0 };
static int sum;

static rcl_mutex_t *takeMutex(struct myMutex *l) {
	return &l->m;
}

static void takeLockHeld(struct myMutex *l) {
	l->taken++;
}

struct addTo_cs {  /* sumLock.m, in.c:15-17 */
	int n;     /* in */
};

static int addTo_cs(void *ctx)
{
	struct addTo_cs *cs = ctx;
	int n = cs->n;

	takeLockHeld(&sumLock);
	sum += n;
	return 0;
}

static void addTo(int n)
{
	struct addTo_cs cs = { .n = n };
	rcl_exec_anon(takeMutex(&sumLock), addTo_cs, &cs, sizeof(cs));
}

int main(void)
{
	addTo(3);
	printf("%d %d\n", sum, sumLock.taken);
	return 0;
}
