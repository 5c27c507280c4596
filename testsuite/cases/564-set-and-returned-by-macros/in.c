#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFiRet int iRet = 0
#define RETiRet return iRet
#define ABORT_FINALIZE(code) do { iRet = (code); goto finalize_it; } while (0)
#define CHKiRet(call) do { if ((iRet = (call)) != 0) goto finalize_it; } while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, calls;

static int prepare(int n)
{
	calls += n;
	return n > 5 ? 5 : 0;
}

static int unlink_it(int n)
{
	DEFiRet;

	pthread_mutex_lock(&lock);
	if (n == 3)
		ABORT_FINALIZE(7);
	CHKiRet(prepare(n));
	count++;
finalize_it:
	pthread_mutex_unlock(&lock);
	RETiRet;
}

int main(void)
{
	for (int n = 0; n < 8; n++)
		printf("%d ", unlink_it(n));
	printf("%d %d\n", count, calls);
	return 0;
}
