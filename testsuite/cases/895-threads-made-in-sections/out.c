/* A new thread has its creator's signal mask and name, and a new process its mask: neither is made by another thread. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static pthread_t thread;
static int started, count;

static void *run(void *arg)
{
	sigset_t set;

	pthread_sigmask(SIG_BLOCK, NULL, &set);
	printf("%d\n", sigismember(&set, SIGUSR1));
	return arg;
}

/* lock, in.c:25-26 */
static int start_cs(void *ctx)
{
	count++;
	return RCL_KEEP;
}

static int start(void)
{
	int rc = 0;

	rcl_exec_anon(&lock, start_cs, NULL, 0);
	if (!started) {
		rc = pthread_create(&thread, NULL, run, NULL);
		started = 1;
	}
	rcl_unlock(&lock);
	return rc;
}

static int ask(void)
{
	int status;

	rcl_lock(&lock);
	status = system("kill $$");
	rcl_unlock(&lock);
	return status;
}

int main(void)
{
	start();
	pthread_join(thread, NULL);
	start();
	printf("%d %d\n", count, ask());
	return 0;
}
