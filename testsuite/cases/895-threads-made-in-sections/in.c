/* A new thread has its creator's signal mask and name, and a new process its mask: neither is made by another thread. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static int started, count;

static void *run(void *arg)
{
	sigset_t set;

	pthread_sigmask(SIG_BLOCK, NULL, &set);
	printf("%d\n", sigismember(&set, SIGUSR1));
	return arg;
}

static int start(void)
{
	int rc = 0;

	pthread_mutex_lock(&lock);
	count++;
	if (!started) {
		rc = pthread_create(&thread, NULL, run, NULL);
		started = 1;
	}
	pthread_mutex_unlock(&lock);
	return rc;
}

static int ask(void)
{
	int status;

	pthread_mutex_lock(&lock);
	status = system("kill $$");
	pthread_mutex_unlock(&lock);
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
