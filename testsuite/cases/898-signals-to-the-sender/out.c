/* Who sends itself a signal goes on when its handler is through; the handler's thread is the sender. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static volatile sig_atomic_t handled;
static int sent, seen;

static void handle(int number)
{
	(void)number;
	handled++;
}

/* lock, in.c:20-22 */
static int by_kill_cs(void *ctx)
{
	sent++;
	handled = 0;
	return RCL_KEEP;
}

static void by_kill(void)
{
	rcl_exec_anon(&lock, by_kill_cs, NULL, 0);
	kill(getpid(), SIGUSR1);
	seen += handled;
	rcl_unlock(&lock);
}

/* lock, in.c:30-31 */
static int by_thread_cs(void *ctx)
{
	handled = 0;
	return RCL_KEEP;
}

static void by_thread(void)
{
	rcl_exec_anon(&lock, by_thread_cs, NULL, 0);
	if (pthread_kill(pthread_self(), SIGUSR1) == 0)
		sent++;
	seen += handled;
	rcl_unlock(&lock);
}

/* lock, in.c:42-43 */
static int queued_cs(void *ctx)
{
	handled = 0;
	return RCL_KEEP;
}

static void queued(void)
{
	union sigval value = { 0 };

	rcl_exec_anon(&lock, queued_cs, NULL, 0);
	if (sigqueue(getpid(), SIGUSR1, value) == 0)
		sent++;
	seen += handled;
	rcl_unlock(&lock);
}

struct is_there_cs {  /* lock, in.c:54-57 */
	pid_t pid;    /* in */
	int there;    /* out */
};

static int is_there_cs(void *ctx)
{
	struct is_there_cs *cs = ctx;
	pid_t pid = cs->pid;
	int there;

	there = kill(pid, 0) == 0;
	sent += there;
	cs->there = there;
	return 0;
}

static int is_there(pid_t pid)
{
	int there;

	struct is_there_cs cs = { .pid = pid };
	rcl_exec(&lock, is_there_cs, &cs, sizeof(cs));
	there = cs.there;
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
