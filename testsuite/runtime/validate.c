/* SPDX-License-Identifier: MIT */
/*
 * validate.c - hammers one kind of mutex from many threads and checks every
 * result.
 *
 *	validate KIND [CHECK...]
 *
 * prints "ok NAME" or "not ok NAME" a check, in TAP, and exits with 1 if one
 * failed.  "validate KIND --list" prints the names, "validate --kinds" those of
 * all kinds.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "validate.h"

/* Which checks a sanitizer leaves out, and how much it slows down. */
#if defined(__SANITIZE_THREAD__)
enum { SANITIZED = NO_TSAN | NO_SANITIZER, SLOWDOWN = 12 };
#elif defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = NO_SANITIZER, SLOWDOWN = 4 };
#else
enum { SANITIZED = 0, SLOWDOWN = 1 };
#endif

/* TIMEOUT_S: far more than a check takes, even where others use the processors */
enum { TIMEOUT_S = 60, SKIPPED = 77 };

static const struct check *const groups[] = {
	exclusion_checks, type_checks,	   cond_checks,
	nesting_checks,	  liveness_checks, identity_checks,
	end_checks,	  lifetime_checks, scarcity_checks,
	deadlock_checks,  detached_checks, server_checks,
};

exec_call *const exec_calls[3] = { rcl_exec, rcl_exec_errno, rcl_exec_anon };

static const struct {
	const char *kind;
	unsigned int traits;
} known[] = {
	{ "posix", PTHREAD },
	{ "inline", PTHREAD },
	{ "rcl", HAS_SERVERS },
	{ "spin", PURE_SPIN },
	{ "ticket", PURE_SPIN },
	{ "mcs", PURE_SPIN },
	{ "mcs-tp", QUEUES },
	{ "flat-combining", COMBINES },
	{ "cc-synch", COMBINES },
	{ "dsm-synch", COMBINES },
	{ "adaptive", COMBINES },
	{ "sanl", 0 },
};

unsigned int traits;

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

struct child start_child(void (*body)(void), int descriptor)
{
	struct child child = { -1, memfd_create("output", MFD_CLOEXEC) };

	fflush(stdout);
	child.pid = fork();
	if (child.pid == 0) {
		alarm(TIMEOUT_S);
		dup2(child.output, descriptor);
		body();
		exit(failures ? 1 : 0);
	}
	return child;
}

int end_child(struct child *child, char *text, size_t size)
{
	ssize_t length;
	int status = -1;

	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	length = pread(child->output, text, size - 1, 0);
	text[length > 0 ? length : 0] = '\0';
	close(child->output);
	return status;
}

void skip(const char *reason)
{
	printf("# %s\n", reason);
	exit(failures ? 1 : SKIPPED);
}

unsigned int rounds(unsigned int normal)
{
	const char *slower = getenv("VALIDATE_SLOWDOWN");
	unsigned int slowdown = SLOWDOWN;

	if (slower)
		slowdown *= (unsigned int)strtoul(slower, NULL, 10);
	if (traits & PURE_SPIN)
		slowdown *= 4;
	return (normal + slowdown - 1) / slowdown;
}

unsigned int crowd(unsigned int normal)
{
	unsigned int most = traits & PURE_SPIN ? 8 : SANITIZED ? 50 : normal;

	return normal < most ? normal : most;
}

int thread_count(void)
{
	DIR *directory = opendir("/proc/self/task");
	int threads = 0;

	while (readdir(directory))
		threads++;
	closedir(directory);
	return threads - 2;
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
	bool skipped;
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
	skipped = WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED;
	printf("%s %s # %s%.0f ms\n", status && !skipped ? "not ok" : "ok",
	       check->name, skipped ? "SKIP " : "", 1e3 * (now() - start));
	return status == 0 || skipped;
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

/* Has every mutex be of the kind. */
static void choose(const char *kind)
{
	char locks[64];

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(kind, known[i].kind))
			traits = known[i].traits;
	snprintf(locks, sizeof(locks),
		 traits & HAS_SERVERS ? "other=%s:1,*=%s:0" : "*=%s", kind,
		 kind);
	setenv("RCL_LOCKS", locks, 1);
}

static bool meaningful(const struct check *check)
{
	if ((check->needs & NEEDS_SERVER) && !(traits & HAS_SERVERS))
		return false;
	if ((check->needs & NO_PTHREAD) && (traits & PTHREAD))
		return false;
	if ((check->needs & NO_PURE_SPIN) && (traits & PURE_SPIN))
		return false;
	return !(check->needs & SANITIZED);
}

int main(int argc, char **argv)
{
	unsigned int count = 0, failed = 0;
	bool list;

	if (argc == 2 && !strcmp(argv[1], "--kinds")) {
		for (unsigned int i = 0; rcl_kind_name(i); i++)
			puts(rcl_kind_name(i));
		return 0;
	}
	if (argc < 2) {
		fprintf(stderr, "usage: %s --kinds | KIND [--list | CHECK...]\n",
			argv[0]);
		return 2;
	}
	choose(argv[1]);
	list = argc == 3 && !strcmp(argv[2], "--list");
	for (size_t g = 0; g < sizeof(groups) / sizeof(groups[0]); g++)
		for (const struct check *c = groups[g]; c->name; c++) {
			if (!meaningful(c) || !(list || wanted(c, argv + 2)))
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
