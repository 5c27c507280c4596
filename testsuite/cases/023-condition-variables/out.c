#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <errno.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static rcl_cond_t never;
static int filling;

struct fill_cs {    /* lock, in.c:13-17 */
	void *arg;  /* in */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	void *arg = cs->arg;

	filling = *(int *)arg;
	rcl_cond_signal(&filled);
	rcl_cond_broadcast(&filled);
	return 0;
}

static void *fill(void *arg)
{
	struct fill_cs cs = { .arg = arg };
	rcl_exec_anon(&lock, fill_cs, &cs, sizeof(cs));
	return NULL;
}

struct take_cs {  /* lock, in.c:25-29 */
	int n;    /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n;

	if (filling == 0)
		return rcl_wait(&filled, &lock);
	n = filling;
	cs->n = n;
	return 0;
}

static int take(void)
{
	int n;

	struct take_cs cs;
	rcl_exec_waiting(&lock, take_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct wait_in_vain_cs {         /* lock, in.c:40-42 */
	struct timespec *until;  /* by reference */
	int result;              /* out */
	int at;                  /* where it goes on */
};

static int wait_in_vain_cs(void *ctx)
{
	struct wait_in_vain_cs *cs = ctx;
	struct timespec *until = cs->until;
	int result;

	if (cs->at == 1) {
		goto at_1;
	}

	cs->at = 1;
	return rcl_timedwait(&never, &lock, until);
	at_1:
	result = rcl_waited();
	cs->result = result;
	return 0;
}

static int wait_in_vain(void)
{
	struct timespec until;
	int result;

	clock_gettime(CLOCK_REALTIME, &until);
	rcl_cond_init(&never, NULL);
	struct wait_in_vain_cs cs = { .until = &until, .at = 0 };
	rcl_exec_waiting(&lock, wait_in_vain_cs, &cs, sizeof(cs));
	result = cs.result;
	rcl_cond_destroy(&never);
	return result == ETIMEDOUT;
}

int main(void)
{
	pthread_t thread;
	int n = 42;

	pthread_create(&thread, NULL, fill, &n);
	printf("%d", take());
	pthread_join(thread, NULL);
	printf(" %d\n", wait_in_vain());
	return 0;
}
