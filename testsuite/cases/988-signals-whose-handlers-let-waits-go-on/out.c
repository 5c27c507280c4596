/* Where all handlers are set up by signal(), no signal ends what can go on: only a sleep is the thread's own. */
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static atomic_int started, handled, done;
static int calls, got, ended;
static int input[2];

static void handle(int number)
{
	(void)number;
	atomic_fetch_add(&handled, 1);
}

struct wait_for_input_cs {  /* lock, in.c:24-29 */
	char *c;            /* by reference */
};

static int wait_for_input_cs(void *ctx)
{
	struct wait_for_input_cs *cs = ctx;
	char *c = cs->c;

	calls++;
	atomic_store(&started, 1);
	if (read(input[0], c, 1) == 1)
		got += *c;
	return 0;
}

static void wait_for_input(void)
{
	char c;

	struct wait_for_input_cs cs = { .c = &c };
	rcl_exec_blocking(&lock, wait_for_input_cs, &cs, sizeof(cs));
}

/* lock, in.c:36-37 */
static int take_a_nap_cs(void *ctx)
{
	calls++;
	return RCL_KEEP;
}

static void take_a_nap(void)
{
	struct timespec long_time = { 1000, 0 };

	rcl_exec_anon(&lock, take_a_nap_cs, NULL, 0);
	if (nanosleep(&long_time, NULL) < 0)
		ended++;
	rcl_unlock(&lock);
}

static void *run(void *arg)
{
	wait_for_input();
	take_a_nap();
	atomic_store(&done, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	signal(SIGUSR1, handle);
	if (pipe(input) != 0)
		return 1;
	pthread_create(&thread, NULL, run, NULL);
	while (!atomic_load(&started))
		usleep(100);
	pthread_kill(thread, SIGUSR1);
	while (!atomic_load(&handled))
		usleep(100);
	if (write(input[1], "a", 1) != 1)
		return 1;
	while (!atomic_load(&done)) {
		pthread_kill(thread, SIGUSR1);
		usleep(100);
	}
	pthread_join(thread, NULL);
	printf("%d %d %d\n", calls, got, ended);
	return 0;
}
