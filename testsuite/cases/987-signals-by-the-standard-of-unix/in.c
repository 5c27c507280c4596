/* By this standard signal() lets a signal end what it interrupts: its thread must wait itself. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls, ended;
static volatile sig_atomic_t handled, finished;
static int input[2];

static void handle(int number)
{
	(void)number;
	handled = 1;
}

static void *wait_for_input(void *arg)
{
	char c;

	pthread_mutex_lock(&lock);
	calls++;
	if (read(input[0], &c, 1) < 0 && errno == EINTR)
		ended++;
	pthread_mutex_unlock(&lock);
	while (!finished)
		continue;
	return arg;
}

static int has_ended(void)
{
	int now = 0;

	if (pthread_mutex_trylock(&lock) == 0) {
		now = ended;
		pthread_mutex_unlock(&lock);
	}
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
