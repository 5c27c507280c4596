/* Lock calls whose results are used, in a branch of an #if or not. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

static void see(int result, const char *what)
{
	n += result + *what;
}

static int taken_there(int k)
{
#ifdef OTHER
	see(other_lock(), "lock");
#else
	see(rcl_lock(&m), "lock");
#endif
	n += k;
	see(rcl_unlock(&m), "unlock");
	return k;
}

static int plain_there(int k)
{
#ifdef OTHER
	other_lock();
#else
	rcl_lock(&m);
#endif
	n += k;
	see(rcl_unlock(&m), "unlock");
	return k;
}

struct given_there_cs {  /* m, in.c:39-40 */
	int k;           /* in */
};

static int given_there_cs(void *ctx)
{
	struct given_there_cs *cs = ctx;
	int k = cs->k;

	n += k;
	return RCL_KEEP;
}

static int given_there(int k)
{
	struct given_there_cs cs = { .k = k };
	rcl_exec_anon(&m, given_there_cs, &cs, sizeof(cs));
#ifdef OTHER
	other_unlock();
#else
	see(rcl_unlock(&m), "unlock");
#endif
	return k;
}

static int both_there(int k)
{
#ifdef OTHER
	other_lock();
#else
	see(rcl_lock(&m), "lock");
#endif
	n += k;
#ifdef OTHER
	other_unlock();
#else
	see(rcl_unlock(&m), "unlock");
#endif
	return k;
}

int main(void)
{
	printf("%d %d", taken_there(2), plain_there(3));
	printf(" %d %d %d\n", given_there(4), both_there(5), n);
	return 0;
}
