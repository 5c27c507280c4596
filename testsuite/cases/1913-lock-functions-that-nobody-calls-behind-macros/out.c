/* A macro names the type of mutexes, and of what functions get which nobody calls. */
#include <pthread.h>
#include "rcl_config.h"

#define mutex_t rcl_mutex_t
#define MUTEX_INITIALIZER RCL_MUTEX_INITIALIZER(lock)

int mutex_init(mutex_t *mutex);
int mutex_lock(mutex_t *mutex);
int mutex_unlock(mutex_t *mutex);
int mutex_cleanup(mutex_t *mutex);

int mutex_init(mutex_t *mutex)
{
	return rcl_mutex_init(mutex, NULL, lock);
}

int mutex_lock(mutex_t *mutex)
{
	return rcl_lock(mutex);
}

int mutex_unlock(mutex_t *mutex)
{
	return rcl_unlock(mutex);
}

int mutex_cleanup(mutex_t *mutex)
{
	return rcl_mutex_destroy(mutex);
}

static mutex_t lock = MUTEX_INITIALIZER;
static int counted;

struct count_cs {  /* lock, in.c:39-41 */
	int n;     /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n;

	n = counted++;
	cs->n = n;
	return 0;
}

int count(void)
{
	int n;

	struct count_cs cs;
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}
