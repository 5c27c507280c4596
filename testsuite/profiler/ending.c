/* SPDX-License-Identifier: MIT */
/* ending HOW: takes a mutex 1000 times and then ends in a way that may lose data. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t stopped;

static void stop(int number)
{
	(void)number;
	stopped = 1;
}

static void take(int times)
{
	for (int i = 0; i < times; i++) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
}

static void *hang(void *unused)
{
	take(500);
	pause();
	return unused;
}

/* The children take it 10 and 100 times; the first one is a process with a thread of its own. */
static void fork_two(void)
{
	pthread_t thread;

	if (!fork()) {
		take(5);
		if (!pthread_create(&thread, NULL, hang, NULL))
			usleep(50000);
		_exit(0);
	}
	if (!fork()) {
		take(100);
		exit(0);
	}
	while (wait(NULL) > 0)
		;
}

/* The child is still there when its parent has ended. */
static void daemonize(void)
{
	if (fork()) {
		usleep(200000);
		_exit(0);
	}
	take(10);
	usleep(1000000);
	_exit(0);
}

static void serve(void)
{
	struct sigaction action = { .sa_handler = stop };
	static const char ready[] = "ready\n";

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (write(STDOUT_FILENO, ready, sizeof ready - 1) < 0)
		abort();
	while (!stopped)
		usleep(1000);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	pthread_t thread;

	take(1000);
	if (!strcmp(how, "_exit"))
		_exit(0);
	if (!strcmp(how, "term"))
		raise(SIGTERM);
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "fork"))
		fork_two();
	if (!strcmp(how, "exec"))
		execl("/proc/self/exe", argv[0], "exit", (char *)NULL);
	if (!strcmp(how, "thread"))
		pthread_create(&thread, NULL, hang, NULL), usleep(50000);
	if (!strcmp(how, "closed"))
		for (int file = 3; file < 64; file++)
			close(file);
	if (!strcmp(how, "daemon"))
		daemonize();
	if (!strcmp(how, "serve"))
		serve();
	return 0;
}
