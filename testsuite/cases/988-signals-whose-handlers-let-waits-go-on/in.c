/* Where all handlers are set up by signal(), no signal ends what can go on: only a sleep is the thread's own. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int started, handled, done;
static int calls, got, ended;
static int input[2];

static void handle(int number)
{
	(void)number;
	atomic_fetch_add(&handled, 1);
}

static void wait_for_input(void)
{
	char c;

	pthread_mutex_lock(&lock);
	calls++;
	atomic_store(&started, 1);
	if (read(input[0], &c, 1) == 1)
		got += c;
	pthread_mutex_unlock(&lock);
}

static void take_a_nap(void)
{
	struct timespec long_time = { 1000, 0 };

	pthread_mutex_lock(&lock);
	calls++;
	if (nanosleep(&long_time, NULL) < 0)
		ended++;
	pthread_mutex_unlock(&lock);
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
