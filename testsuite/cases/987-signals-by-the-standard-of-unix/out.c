/* By this standard signal() lets a signal end what it interrupts: its thread must wait itself. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int calls, ended;
static volatile sig_atomic_t handled, finished;
static int input[2];

static void handle(int number)
{
	(void)number;
	handled = 1;
}

/* lock, in.c:23-24 */
static int wait_for_input_cs(void *ctx)
{
	calls++;
	return RCL_KEEP;
}

static void *wait_for_input(void *arg)
{
	char c;

	rcl_exec_anon(&lock, wait_for_input_cs, NULL, 0);
	if (read(input[0], &c, 1) < 0 && errno == EINTR)
		ended++;
	rcl_unlock(&lock);
	while (!finished)
		continue;
	return arg;
}

struct has_ended_cs {  /* lock, in.c:37-39 */
	int now;       /* out */
};

static int has_ended_cs(void *ctx)
{
	struct has_ended_cs *cs = ctx;
	int now;

	now = ended;
	cs->now = now;
	return 0;
}

static int has_ended(void)
{
	int now = 0;

	struct has_ended_cs cs;
	if (rcl_tryexec(&lock, has_ended_cs, &cs, sizeof(cs)) == 0)
		now = cs.now;
	return now;
}

int main(void)
{
	pthread_t thread;

	if (pipe(input) != 0)
		return 1;
	pthread_create(&thread, NULL, wait_for_input, NULL);
	while (!has_ended()) {
		handled = 0;
		signal(SIGUSR1, handle);
		pthread_kill(thread, SIGUSR1);
		while (!handled)
			continue;
	}
	finished = 1;
	pthread_join(thread, NULL);
	printf("%d %d\n", calls, ended);
	return 0;
}
