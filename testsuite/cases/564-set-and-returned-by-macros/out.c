#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define DEFiRet int iRet = 0
#define RETiRet return iRet
#define ABORT_FINALIZE(code) do { iRet = (code); goto finalize_it; } while (0)
#define CHKiRet(call) do { if ((iRet = (call)) != 0) goto finalize_it; } while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, calls;

static int prepare(int n)
{
	calls += n;
	return n > 5 ? 5 : 0;
}

struct unlink_it_cs {  /* lock, in.c:23-29 */
	int n;         /* in */
	int iRet;      /* out */
};

static int unlink_it_cs(void *ctx)
{
	struct unlink_it_cs *cs = ctx;
	int n = cs->n;
	int iRet;

	if (n == 3)
		ABORT_FINALIZE(7);
	CHKiRet(prepare(n));
	count++;
finalize_it:
	cs->iRet = iRet;
	return 0;
}

static int unlink_it(int n)
{
	DEFiRet;

	struct unlink_it_cs cs = { .n = n };
	rcl_exec_anon(&lock, unlink_it_cs, &cs, sizeof(cs));
	iRet = cs.iRet;
	RETiRet;
}

int main(void)
{
	for (int n = 0; n < 8; n++)
		printf("%d ", unlink_it(n));
	printf("%d %d\n", count, calls);
	return 0;
}
