/* SPDX-License-Identifier: MIT */
/*
 * validate.c - hammers one kind of mutex from many threads and checks every
 * result.
 *
 *	validate KIND [CHECK...]
 *
 * prints "ok NAME" or "not ok NAME" a check, in TAP, and exits with 1 if one
 * failed.  "validate KIND --list" prints the names.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "validate.h"

#if defined(__SANITIZE_THREAD__)
#define SANITIZED (NO_TSAN | NO_SANITIZER)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED NO_SANITIZER
#else
#define SANITIZED 0
#endif

enum { TIMEOUT_S = 20 };

static const struct check *const groups[] = {
	exclusion_checks, type_checks,	   cond_checks,
	nesting_checks,	  liveness_checks, identity_checks,
};

exec_call *const exec_calls[3] = { rcl_exec, rcl_exec_errno, rcl_exec_anon };

static _Atomic int failures;

void failure(const char *file, int line, const char *condition,
	     const char *format, ...)
{
	char text[256];
	va_list args;

	if (atomic_fetch_add(&failures, 1) >= 5)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	printf("# %s:%d: %s: %s\n", file, line, condition, text);
	fflush(stdout);
}

struct start {
	void (*body)(unsigned int number);
	unsigned int number;
};

static void *run_one(void *argument)
{
	struct start start = *(struct start *)argument;

	free(argument);
	start.body(start.number);
	return NULL;
}

pthread_t start_thread(void (*body)(unsigned int number), unsigned int number)
{
	struct start *start = malloc(sizeof(*start));
	pthread_t thread;

	*start = (struct start){ body, number };
	if (pthread_create(&thread, NULL, run_one, start)) {
		printf("Bail out! no thread\n");
		exit(2);
	}
	return thread;
}

void run_threads(unsigned int count, void (*body)(unsigned int number))
{
	pthread_t *threads = calloc(count, sizeof(*threads));

	for (unsigned int i = 0; i < count; i++)
		threads[i] = start_thread(body, i);
	for (unsigned int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

unsigned int rounds(unsigned int normal)
{
	return SANITIZED ? normal / 4 + 1 : normal;
}

double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void nap(double seconds)
{
	struct timespec time = in_seconds(CLOCK_MONOTONIC, seconds);

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL))
		;
}

struct timespec in_seconds(clockid_t clock, double seconds)
{
	struct timespec time;
	long long ns;

	clock_gettime(clock, &time);
	ns = time.tv_nsec + (long long)(seconds * 1e9);
	time.tv_sec += ns / 1000000000;
	time.tv_nsec = ns % 1000000000;
	if (time.tv_nsec < 0) {
		time.tv_nsec += 1000000000;
		time.tv_sec--;
	}
	return time;
}

/* In a process of its own, so that each check starts the servers anew. */
static bool run_check(const struct check *check)
{
	double start = now();
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		alarm(TIMEOUT_S);
		check->run();
		fflush(stdout);
		exit(failures ? 1 : 0);
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		printf("# ended by %s\n", WTERMSIG(status) == SIGALRM ?
						  "a timeout: it hangs" :
						  strsignal(WTERMSIG(status)));
	printf("%s %s # %.0f ms\n", status ? "not ok" : "ok", check->name,
	       1e3 * (now() - start));
	return status == 0;
}

static bool wanted(const struct check *check, char **names)
{
	if (!*names)
		return true;
	for (; *names; names++)
		if (!strcmp(*names, check->name))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	unsigned int count = 0, failed = 0;
	bool list, servers;
	char locks[64];

	if (argc < 2) {
		fprintf(stderr, "usage: %s KIND [--list | CHECK...]\n", argv[0]);
		return 2;
	}
	servers = !strcmp(argv[1], "rcl");
	list = argc == 3 && !strcmp(argv[2], "--list");
	snprintf(locks, sizeof(locks), servers ? "other=%s:1,*=%s:0" : "*=%s",
		 argv[1], argv[1]);
	setenv("RCL_LOCKS", locks, 1);
	for (size_t g = 0; g < sizeof(groups) / sizeof(groups[0]); g++)
		for (const struct check *c = groups[g]; c->name; c++) {
			if (((c->needs & NEEDS_SERVER) && !servers) ||
			    (c->needs & SANITIZED) ||
			    !(list || wanted(c, argv + 2)))
				continue;
			count++;
			if (list)
				puts(c->name);
			else
				failed += !run_check(c);
		}
	if (list)
		return 0;
	printf("1..%u\n", count);
	if (count == 0)
		fprintf(stderr, "%s: no such check\n", argv[0]);
	return failed || count == 0;
}
