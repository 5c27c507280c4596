/* A program that takes the place of this one keeps its thread's signal mask: that thread has to begin it. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int attempts;

static void again(char **argv)
{
	pthread_mutex_lock(&lock);
	attempts++;
	execv("/proc/self/exe", argv);
	pthread_mutex_unlock(&lock);
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
