/* A program that takes the place of this one keeps its thread's signal mask: that thread has to begin it. */
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int attempts;

/* lock, in.c:12-13 */
static int again_cs(void *ctx)
{
	attempts++;
	return RCL_KEEP;
}

static void again(char **argv)
{
	rcl_exec_anon(&lock, again_cs, NULL, 0);
	execv("/proc/self/exe", argv);
	rcl_unlock(&lock);
}

int main(int argc, char **argv)
{
	sigset_t blocked;

	if (argc < 2)
		again((char *[]){ argv[0], "again", NULL });
	sigprocmask(SIG_SETMASK, NULL, &blocked);
	printf("%d %d\n", sigismember(&blocked, SIGTERM), attempts);
	return 0;
}
