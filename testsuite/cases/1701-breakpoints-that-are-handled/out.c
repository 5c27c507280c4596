/* Who handles SIGTRAP, by a number that a list has, is its sender. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static volatile sig_atomic_t at;
static const int handled[] = { SIGTRAP, SIGILL };
static int checks, own;

static void note(int number)
{
	at = gettid();
	(void)number;
}

/* lock, in.c:21-22 */
static int check_cs(void *ctx)
{
	checks++;
	return RCL_KEEP;
}

static void check(int value)
{
	rcl_exec_anon(&lock, check_cs, NULL, 0);
	if (value < 0)
		raise(SIGTRAP);
	checks++;
	rcl_unlock(&lock);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(handled) / sizeof(handled[0]); i++)
		signal(handled[i], note);
	check(1);
	check(-1);
	own = at == gettid();
	printf("%d %d\n", checks, own);
	return 0;
}
