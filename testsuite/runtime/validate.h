/* SPDX-License-Identifier: MIT */
/*
 * validate.h - what the validation's files share.
 *
 * A check is a function that runs in a process of its own, with every mutex of
 * the kind under test, and fails through EXPECT().  The class `other` is on
 * another server than the rest where the kind has servers.
 */
#ifndef VALIDATE_H
#define VALIDATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include <rcl.h>

#define RCL_LOCK_main	RCL_POSIX
#define RCL_LOCK_next	RCL_POSIX
#define RCL_LOCK_other	RCL_POSIX

struct check {
	const char *name;
	void (*run)(void);
	unsigned int needs;		/* bits of enum need */
};

enum need {
	NEEDS_SERVER = 1,		/* only for kinds with servers */
	NO_PTHREAD = 2,			/* not for kinds that are a pthread mutex */
	NO_PURE_SPIN = 4,		/* not for kinds that never sleep */
	NO_TSAN = 8,			/* not under the thread sanitizer */
	NO_SANITIZER = 16,		/* not under any sanitizer */
};

/* What is special about a kind; nothing, if validate.c does not know it. */
enum trait {
	HAS_SERVERS = 1,
	PTHREAD = 2,
	PURE_SPIN = 4,
	QUEUES = 8,			/* needs memory for queue nodes */
	COMBINES = 16,			/* likewise */
};
extern unsigned int traits;

extern const struct check exclusion_checks[], type_checks[], cond_checks[],
	nesting_checks[], liveness_checks[], identity_checks[], end_checks[],
	lifetime_checks[], scarcity_checks[], deadlock_checks[],
	detached_checks[], server_checks[];

/* The exec calls, to be run through by number. */
typedef int exec_call(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		      size_t size);
extern exec_call *const exec_calls[3];

/* Records a failure; printf-like message.  Does not end the check. */
#define EXPECT(condition, ...)                                      \
	do {                                                        \
		if (!(condition))                                   \
			failure(__FILE__, __LINE__, #condition,     \
				__VA_ARGS__);                       \
	} while (0)
void failure(const char *file, int line, const char *condition,
	     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Runs body(0) to body(count - 1) on threads of their own and waits. */
void run_threads(unsigned int count, void (*body)(unsigned int number));
pthread_t start_thread(void (*body)(unsigned int number), unsigned int number);

/* Runs body() in a child of its own, and what it writes to a descriptor: the
 * child's exit status, as of waitpid(), is 0 if no expectation fails there. */
struct child {
	pid_t pid;
	int output;
};
struct child start_child(void (*body)(void), int descriptor);
int end_child(struct child *child, char *text, size_t size);

/* Ends the check, which cannot be made here. */
_Noreturn void skip(const char *reason);

/* How often to repeat, and with how many threads: less where it is slow, by
 * the build, the kind, or as many times as VALIDATE_SLOWDOWN says. */
unsigned int rounds(unsigned int normal);
unsigned int crowd(unsigned int normal);

/* How many threads the process has. */
int thread_count(void);

double now(void);			/* seconds, monotonic */
void nap(double seconds);
struct timespec in_seconds(clockid_t clock, double seconds);

#endif /* VALIDATE_H */
