/* A signal for one thread ends what that waits for, also in a section: no other thread can wait for it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock_of_pokes = PTHREAD_MUTEX_INITIALIZER;
static atomic_int started, done;
static int calls, ended, pokes;
static int input[2];

static void handle(int number)
{
	(void)number;
}

static ssize_t get(char *to)
{
	return read(input[0], to, 1);
}

static void wait_for_input(void)
{
	char c;

	pthread_mutex_lock(&lock);
	calls++;
	atomic_store(&started, 1);
	if (get(&c) < 0 && errno == EINTR)
		ended++;
	pthread_mutex_unlock(&lock);
}

static void take_a_nap(void)
{
	struct timespec long_time = { 1000, 0 };

	pthread_mutex_lock(&lock);
	calls++;
	atomic_store(&started, 2);
	if (nanosleep(&long_time, NULL) < 0)
		ended++;
	pthread_mutex_unlock(&lock);
}

static void say(char c)
{
	pthread_mutex_lock(&lock);
	calls++;
	putchar(c);
	pthread_mutex_unlock(&lock);
}

/* A file that is created is there at once. */
static void note(void)
{
	int file;

	pthread_mutex_lock(&lock);
	calls++;
	file = open("/dev/null", O_WRONLY | O_CREAT, 0600);
	pthread_mutex_unlock(&lock);
	close(file);
}

/* Another one may be a pipe. */
static void look(void)
{
	int file;

	pthread_mutex_lock(&lock);
	calls++;
	file = open("/dev/null", O_RDONLY, 0);
	pthread_mutex_unlock(&lock);
	close(file);
}

static void poke(pthread_t thread)
{
	pthread_mutex_lock(&lock_of_pokes);
	pokes++;
	pthread_kill(thread, SIGUSR1);
	pthread_mutex_unlock(&lock_of_pokes);
}

static void *run(void *arg)
{
	say('<');
	wait_for_input();
	atomic_store(&done, 1);
	take_a_nap();
	atomic_store(&done, 2);
	note();
	look();
	say('>');
	return arg;
}

static void interrupt(pthread_t thread, int number)
{
	while (atomic_load(&started) < number)
		usleep(100);
	while (atomic_load(&done) < number) {
		poke(thread);
		usleep(100);
	}
}

int main(void)
{
	struct sigaction action = { .sa_handler = handle };
	pthread_t thread;

	sigaction(SIGUSR1, &action, NULL);
	if (pipe(input) != 0)
		return 1;
	pthread_create(&thread, NULL, run, NULL);
	interrupt(thread, 1);
	interrupt(thread, 2);
	pthread_join(thread, NULL);
	printf(" %d %d %d\n", calls, ended, pokes > 1);
	return 0;
}
