/* Who handles SIGTRAP, by a number that a list has, is its sender. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t at;
static const int handled[] = { SIGTRAP, SIGILL };
static int checks, own;

static void note(int number)
{
	at = gettid();
	(void)number;
}

static void check(int value)
{
	pthread_mutex_lock(&lock);
	checks++;
	if (value < 0)
		raise(SIGTRAP);
	checks++;
	pthread_mutex_unlock(&lock);
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
