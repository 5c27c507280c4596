/* Who sends itself a signal goes on when its handler is through; the handler's thread is the sender. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t handled;
static int sent, seen;

static void handle(int number)
{
	(void)number;
	handled++;
}

static void by_kill(void)
{
	pthread_mutex_lock(&lock);
	sent++;
	handled = 0;
	kill(getpid(), SIGUSR1);
	seen += handled;
	pthread_mutex_unlock(&lock);
}

static void by_thread(void)
{
	pthread_mutex_lock(&lock);
	handled = 0;
	if (pthread_kill(pthread_self(), SIGUSR1) == 0)
		sent++;
	seen += handled;
	pthread_mutex_unlock(&lock);
}

static void queued(void)
{
	union sigval value = { 0 };

	pthread_mutex_lock(&lock);
	handled = 0;
	if (sigqueue(getpid(), SIGUSR1, value) == 0)
		sent++;
	seen += handled;
	pthread_mutex_unlock(&lock);
}

static int is_there(pid_t pid)
{
	int there;

	pthread_mutex_lock(&lock);
	there = kill(pid, 0) == 0;
	sent += there;
	pthread_mutex_unlock(&lock);
	return there;
}

int main(void)
{
	int there;

	signal(SIGUSR1, handle);
	by_kill();
	by_thread();
	queued();
	there = is_there(getpid());
	printf("%d %d %d\n", sent, seen, there);
	return 0;
}
