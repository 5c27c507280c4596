#include <pthread.h>
#include "rcl_config.h"

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long count, odd, even;

/* a build that has the other calls takes the lock, too: its section is the same */
void add(int n)
{
	if (n & 1) {
		odd++;
#ifndef OTHERWISE
		rcl_lock(&m);
#else
		pthread_mutex_lock(&m);
#endif
	} else {
		even++;
#ifndef OTHERWISE
		rcl_lock(&m);
#else
		pthread_mutex_lock(&m);
#endif
	}
	count += n;
	rcl_unlock(&m);
}

/* without threads the section counts, and takes no lock */
void plain(int n)
{
	if (n & 1) {
		odd++;
#ifndef ALONE
		rcl_lock(&m);
#endif
	} else {
		even++;
#ifndef ALONE
		rcl_lock(&m);
#endif
	}
	count += n;
#ifndef ALONE
	rcl_unlock(&m);
#endif
}

struct beside_cs {  /* m, in.c:51-61 */
	int n;      /* in */
};

static int beside_cs(void *ctx)
{
	struct beside_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/* an #if beside the calls is no matter */
void beside(int n)
{
	struct beside_cs cs = { .n = n };
	if (n & 1) {
#ifndef QUIET
		odd++;
#endif
		rcl_exec_anon(&m, beside_cs, &cs, sizeof(cs));
	} else {
		even++;
		rcl_exec_anon(&m, beside_cs, &cs, sizeof(cs));
	}
}
