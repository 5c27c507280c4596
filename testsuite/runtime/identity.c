/* SPDX-License-Identifier: MIT */
/*
 * identity.c - what a section sees of the thread that executed it.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "validate.h"

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static rcl_mutex_t next = RCL_MUTEX_INITIALIZER(next);
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counting = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_key_t key;
static _Thread_local int local;

/* noinline: a compiler may keep a thread's address of errno in a register
 * across calls; within one section that is one thread. */
static __attribute__((noinline)) int swap_errno(void *ctx)
{
	int old = errno;

	errno = *(int *)ctx;
	*(int *)ctx = old;
	return 0;
}

static void errno_body(unsigned int number)
{
	unsigned int n = rounds(2000);
	int value;

	for (unsigned int i = 0; i < n; i++) {
		int before = (int)(number * 1000 + i % 1000), after = before + 7;

		value = after;
		errno = before;
		exec_calls[i % 2](i % 4 < 2 ? &mutex : &other, swap_errno,
				  &value, i % 8 < 4 ? sizeof(value) : 0);
		EXPECT(errno == after, "the caller sees %d, not %d", errno,
		       after);
		EXPECT(value == before, "the section saw %d, not %d", value,
		       before);
	}
}

static void check_errno(void)
{
	run_threads(6, errno_body);
}

struct who {
	pthread_t self;			/* in */
	int *local;			/* in */
	void *specific;			/* in */
	unsigned int depth;		/* in: how many sections further in */
};

static int look_around(void *ctx)
{
	struct who *who = ctx;

	EXPECT(pthread_equal(pthread_self(), who->self), "another thread");
	EXPECT(&local == who->local, "another thread's variable");
	EXPECT(pthread_getspecific(key) == who->specific, "another's data");
	++*who->local;
	if (who->depth > 0) {
		who->depth--;
		rcl_exec(who->depth % 2 ? &next : &other, look_around, who,
			 0);
	}
	EXPECT(pthread_equal(pthread_self(), who->self), "after nesting");
	EXPECT(&local == who->local, "after nesting");
	return 0;
}

static void identity_body(unsigned int number)
{
	unsigned int n = rounds(2000);
	struct who who = { pthread_self(), &local, &number, 0 };
	unsigned int expected = 0;

	pthread_setspecific(key, &number);
	for (unsigned int i = 0; i < n; i++) {
		who.depth = i % 3;
		expected += 1 + who.depth;
		rcl_exec(&mutex, look_around, &who, i % 2 * sizeof(who));
	}
	EXPECT(local == (int)expected, "%d of %u", local, expected);
}

static void check_thread(void)
{
	pthread_key_create(&key, NULL);
	run_threads(6, identity_body);
}

static int anonymous_outer(void *ctx)
{
	return rcl_exec(&other, look_around, ctx, sizeof(struct who)) +
	       rcl_exec(&next, look_around, ctx, 0);
}

/* A section without identity executes sections that need it. */
static void anonymous_body(unsigned int number)
{
	unsigned int n = rounds(1000);
	struct who who = { pthread_self(), &local, &number, 0 };

	pthread_setspecific(key, &number);
	for (unsigned int i = 0; i < n; i++) {
		who.depth = 0;
		rcl_exec_anon(&mutex, anonymous_outer, &who,
			      i % 2 * sizeof(who));
	}
	EXPECT(local == (int)(2 * n), "%d", local);
}

static void check_thread_in_anonymous(void)
{
	pthread_key_create(&key, NULL);
	run_threads(6, anonymous_body);
}

static int grow(void *ctx)
{
	void **block = ctx;
	size_t size = (uintptr_t)*block % 3000 + 1;

	*block = malloc(size);
	if (*block)
		memset(*block, 0x5a, size);
	return 0;
}

static int shrink(void *ctx)
{
	free(*(void **)ctx);
	return 0;
}

static void malloc_body(unsigned int number)
{
	unsigned int n = rounds(2000);

	for (unsigned int i = 0; i < n; i++) {
		void *block = (void *)(uintptr_t)(number * 977 + i * 31);
		void *mine = malloc(i % 500 + 1);

		exec_calls[i % 3](&mutex, grow, &block, sizeof(block));
		EXPECT(block && *(char *)block == 0x5a, "allocated");
		free(mine);
		if (i % 2)
			free(block);
		else
			exec_calls[i % 3](&other, shrink, &block, 0);
	}
}

static void check_malloc(void)
{
	run_threads(6, malloc_body);
}

static int cross_the_edge(void *unused)
{
	(void)unused;
	EXPECT(pthread_mutex_trylock(&counting) == 0, "held by the caller");
	EXPECT(pthread_mutex_unlock(&counting) == 0, "held by the caller");
	EXPECT(pthread_mutex_unlock(&checking) == 0, "held by the caller");
	EXPECT(pthread_mutex_lock(&plain) == 0, "free");
	EXPECT(ftrylockfile(stderr) == 0, "held by the caller");
	funlockfile(stderr);
	return 0;
}

/* Mutexes and streams that are held across the edge of a section. */
static void check_ownership(void)
{
	pthread_mutex_lock(&counting);
	pthread_mutex_lock(&checking);
	flockfile(stderr);
	rcl_exec(&mutex, cross_the_edge, NULL, 0);
	funlockfile(stderr);
	EXPECT(pthread_mutex_unlock(&plain) == 0, "taken in the section");
	EXPECT(pthread_mutex_unlock(&counting) == 0, "held");
	EXPECT(pthread_mutex_lock(&checking) == 0, "given back in the section");
}

static int slow(void *unused)
{
	(void)unused;
	nap(0.1);
	return 5;
}

static void cancelled_body(unsigned int unused)
{
	int result = rcl_exec(&mutex, slow, NULL, 0);

	(void)unused;
	EXPECT(result == 5, "%d", result);
	local = 1;
	pthread_testcancel();
	EXPECT(false, "the cancellation is only put off");
}

static void check_cancel(void)
{
	pthread_t thread = start_thread(cancelled_body, 0);
	void *result;

	nap(0.03);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	EXPECT(result == PTHREAD_CANCELED, "cancelled after the section");
	EXPECT(rcl_trylock(&mutex) == 0, "free");
}

static void on_fault(int signal)
{
	_exit(signal == SIGSEGV ? 42 : 43);
}

static int fault(void *address)
{
	*(volatile int *)address = 1;
	return 0;
}

/* The program's handler for a fault in a section runs. */
static void check_fault_handler(void)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		signal(SIGSEGV, on_fault);
		rcl_exec(&mutex, fault, NULL, 0);
		_exit(44);
	}
	waitpid(child, &status, 0);
	EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 42, "status %x",
	       (unsigned int)status);
}

static volatile sig_atomic_t stolen;

static void on_signal(int signal)
{
	(void)signal;
	stolen++;
}

/* A signal to the process, which the program's own threads block until they
 * look for it, is not taken by one of the library's. */
static void check_signals(void)
{
	const struct timespec second = { 1, 0 };
	sigset_t set;

	rcl_exec_anon(&mutex, swap_errno, &(int){ 0 }, sizeof(int));
	signal(SIGUSR1, on_signal);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; i < 20 && !stolen; i++) {
		rcl_exec_anon(&mutex, swap_errno, &(int){ 0 }, sizeof(int));
		kill(getpid(), SIGUSR1);
		EXPECT(sigtimedwait(&set, NULL, &second) == SIGUSR1, "stolen");
	}
	EXPECT(!stolen, "handled by another thread");
}

static volatile pid_t handled_by;

static void on_write(int signal_number)
{
	(void)signal_number;
	handled_by = gettid();
}

/* A write that sends its thread a signal, and which. */
struct refused {
	int to, error, number;
};

static int write_to(void *ctx)
{
	struct refused *refused = ctx;

	return write(refused->to, "x", 1) < 0 && errno == refused->error;
}

static void check_refused(struct refused *refused)
{
	const struct timespec now = { 0 };
	sigset_t set;

	signal(refused->number, on_write);
	sigemptyset(&set);
	sigaddset(&set, refused->number);
	for (unsigned int i = 0; i < 2; i++) {
		handled_by = 0;
		EXPECT(exec_calls[i](&mutex, write_to, refused, 0) == 1,
		       "the write does not fail");
		EXPECT(handled_by == gettid(), "by %d", (int)handled_by);
		handled_by = 0;
		pthread_sigmask(SIG_BLOCK, &set, NULL);
		exec_calls[i](&mutex, write_to, refused, 0);
		EXPECT(!handled_by, "handled where it is blocked");
		EXPECT(sigtimedwait(&set, NULL, &now) == refused->number,
		       "not sent");
		pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	}
}

static void check_writes(void)
{
	FILE *full = tmpfile();
	struct rlimit limit;
	int ends[2];

	EXPECT(pipe(ends) == 0, "a pipe");
	close(ends[0]);
	check_refused(&(struct refused){ ends[1], EPIPE, SIGPIPE });
	close(ends[1]);
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = 0;
	setrlimit(RLIMIT_FSIZE, &limit);
	check_refused(&(struct refused){ fileno(full), EFBIG, SIGXFSZ });
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_FSIZE, &limit);
	fclose(full);
}

static int deep(void *unused)
{
	volatile char frame[6 << 20];

	(void)unused;
	for (size_t i = 0; i < sizeof(frame); i += 4096)
		frame[i] = 1;
	return frame[4096];
}

static void check_stack(void)
{
	EXPECT(rcl_exec(&mutex, deep, NULL, 0) == 1, "6 MiB of stack");
}

const struct check identity_checks[] = {
	{ "identity-errno", check_errno, 0 },
	{ "identity-thread", check_thread, NO_TSAN },
	{ "identity-thread-in-anonymous", check_thread_in_anonymous,
	  NO_TSAN },
	{ "identity-malloc", check_malloc, 0 },
	{ "identity-ownership", check_ownership, NO_TSAN },
	{ "identity-cancel", check_cancel, NEEDS_SERVER | NO_TSAN },
	{ "identity-fault-handler", check_fault_handler, NO_SANITIZER },
	{ "identity-signals", check_signals, 0 },
	{ "identity-signals-by-writes", check_writes, 0 },
	{ "identity-stack", check_stack, NO_SANITIZER },
	{ NULL, NULL, 0 },
};
