/* Functions and declarations behind comments each line of which is a comment of its own, */
/* and whose columns are no tab stops.                                                     */

#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct status {
	int			 value;

	rcl_mutex_t		 lock;
	pthread_cond_t		 wakeup;
	struct status		*next;
};

static struct status status = {
	0, RCL_MUTEX_INITIALIZER(status_lock), PTHREAD_COND_INITIALIZER, NULL
};

/* status.lock, in.c:24-27 */
static int shut_down_cs(void *ctx)
{
	status.value = -1;
	pthread_cond_signal(&status.wakeup);
	return 0;
}

/* Shutdown procedure, but nobody has to call this. The  */
/* kernel ends all threads.                              */

static int shut_down(void)
{
	rcl_exec_anon(&status.lock, shut_down_cs, NULL, 0);
	return 0;
}

/* ------ values ------ */

struct add_cs {   /* status.lock, in.c:39-42 */
	int n;    /* in */
	int sum;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int sum;

	status.value += n;
	sum = status.value;
	cs->sum = sum;
	return 0;
}

/* Adds to the value,    */
/* and gives it.         */
static int add(int n)
{
	int sum;

	struct add_cs cs = { .n = n };
	rcl_exec_anon(&status.lock, add_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

int main(void)
{
	printf("%d", add(1));
	printf(" %d", add(2));
	printf(" %d\n", shut_down());
	return status.value + 1;
}
