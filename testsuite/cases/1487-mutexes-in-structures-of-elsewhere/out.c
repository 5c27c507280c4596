/* A mutex's address comes back out of a structure that is not the tree's: the section there is one of the same class. */
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count;

/* its, in.c:13-15 */
static int expired_cs(void *ctx)
{
	count++;
	return 0;
}

void expired(union sigval value)
{
	rcl_mutex_t *its = value.sival_ptr;

	rcl_exec_anon(its, expired_cs, NULL, 0);
}

int start(timer_t *timer)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired };

	event.sigev_value.sival_ptr = &lock;
	return timer_create(CLOCK_REALTIME, &event, timer);
}

struct next_cs {  /* lock, in.c:30-32 */
	int n;    /* out */
};

static int next_cs(void *ctx)
{
	struct next_cs *cs = ctx;
	int n;

	n = ++count;
	cs->n = n;
	return 0;
}

int next(void)
{
	int n;

	struct next_cs cs;
	rcl_exec_anon(&lock, next_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}
