/* SPDX-License-Identifier: MIT */
/*
 * ends.c - sections that jump, end their thread or their process, fork, fault,
 * or need a deep stack.
 */
#include <errno.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "validate.h"

enum { ENDERS = 12, DEEP = 24 << 20, SHALLOW = 48 << 10 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static rcl_mutex_t own[ENDERS];
static pthread_key_t key;
static sem_t arrived;
static _Atomic int flag;
static _Thread_local int local;

static int nothing(void *unused)
{
	(void)unused;
	return 0;
}

/* Jumps. */

static __attribute__((noinline)) void jump(jmp_buf target, int depth)
{
	volatile char frame[512];

	frame[0] = (char)depth;
	if (frame[0] == 0)
		longjmp(target, 5);
	if (depth > 0)
		jump(target, depth - 1);
}

static int jump_once(int depth)
{
	jmp_buf here;

	if (setjmp(here) == 5)
		return 1;
	jump(here, depth);
	return 0;
}

static int jumping_cs(void *ctx)
{
	unsigned int *nested = ctx;
	int jumps = 0;

	for (int i = 0; i < 20; i++)
		jumps += jump_once(i);
	if (*nested) {
		--*nested;
		jumps += rcl_exec(&other, jumping_cs, nested, 0) - 20;
	}
	return jumps;
}

static void jump_body(unsigned int number)
{
	unsigned int n = rounds(200), nested;
	int jumps;

	for (unsigned int i = 0; i < n; i++) {
		nested = i % 2;
		jumps = exec_calls[(i + number) % 3](&mutex, jumping_cs,
						     &nested, sizeof(nested));
		EXPECT(jumps == 20, "%d jumps", jumps);
	}
}

static void check_longjmp(void)
{
	run_threads(4, jump_body);
}

static sigjmp_buf fault_target;

static void on_fault(int unused)
{
	(void)unused;
	siglongjmp(fault_target, 1);
}

static int fault_cs(void *address)
{
	if (sigsetjmp(fault_target, 1))
		return 3;
	*(volatile int *)address = 1;
	return 4;
}

/* The program's handler returns to where the section prepared for it. */
static void check_fault_survived(void)
{
	signal(SIGSEGV, on_fault);
	for (unsigned int i = 0; i < 30; i++) {
		int result = exec_calls[i % 3](&mutex, fault_cs, NULL, 0);

		EXPECT(result == 3, "%d", result);
	}
}

/* Ends of threads. */

struct ender {
	rcl_mutex_t *mutex;
	exec_call *call;
	bool nested;
	long tid;
	unsigned int handled;		/* clean-up handlers, one digit each */
};

static void in_section(void *ctx)
{
	struct ender *ender = ctx;

	ender->handled = ender->handled * 10 + 1;
}

static void in_caller(void *ctx)
{
	struct ender *ender = ctx;

	EXPECT(syscall(SYS_gettid) == ender->tid, "run by its own thread");
	ender->handled = ender->handled * 10 + 2;
}

static void in_destructor(void *ctx)
{
	struct ender *ender = ctx;

	EXPECT(syscall(SYS_gettid) == ender->tid, "run by its own thread");
	EXPECT(local == 7, "its own variable");
	ender->handled = ender->handled * 10 + 3;
}

static int ending_cs(void *ctx)
{
	struct ender *ender = ctx;

	local = 7;
	if (ender->nested) {
		ender->nested = false;
		ender->call(&other, ending_cs, ctx, 0);
	}
	pthread_cleanup_push(in_section, ctx);
	pthread_exit(&ender->handled);
	pthread_cleanup_pop(0);
	return 1;
}

static void *ender_body(void *ctx)
{
	struct ender *ender = ctx;

	ender->tid = syscall(SYS_gettid);
	pthread_setspecific(key, ctx);
	pthread_cleanup_push(in_caller, ctx);
	ender->call(ender->mutex, ending_cs, ctx, 0);
	pthread_cleanup_pop(0);
	EXPECT(false, "the thread goes on");
	return NULL;
}

static void expect_end(struct ender *ender, pthread_t thread)
{
	void *result;

	pthread_join(thread, &result);
	EXPECT(result == &ender->handled, "result of the thread: %p", result);
	EXPECT(ender->handled == 123, "handlers %u", ender->handled);
	EXPECT(rcl_trylock(ender->mutex) == EBUSY, "held for ever");
}

static void check_pthread_exit(void)
{
	static exec_call *const calls[] = { rcl_exec, rcl_exec_blocking,
					    rcl_tryexec };
	struct ender enders[ENDERS];
	pthread_t threads[ENDERS];

	pthread_key_create(&key, in_destructor);
	for (unsigned int i = 0; i < ENDERS; i++) {
		rcl_mutex_init(&own[i], NULL, main);
		enders[i] = (struct ender){ &own[i], calls[i % 3], false, 0, 0 };
		pthread_create(&threads[i], NULL, ender_body, &enders[i]);
	}
	for (unsigned int i = 0; i < ENDERS; i++)
		expect_end(&enders[i], threads[i]);
	EXPECT(rcl_exec(&mutex, nothing, NULL, 0) == 0, "others go on");
}

static void check_pthread_exit_nested(void)
{
	struct ender ender = { &mutex, rcl_exec, true, 0, 0 };
	pthread_t thread;

	pthread_key_create(&key, in_destructor);
	pthread_create(&thread, NULL, ender_body, &ender);
	expect_end(&ender, thread);
	EXPECT(rcl_trylock(&other) == EBUSY, "held for ever, too");
}

static int await_flag(void *unused)
{
	(void)unused;
	sem_post(&arrived);
	while (!flag)
		;
	return 9;
}

static void await_flag_body(unsigned int unused)
{
	(void)unused;
	EXPECT(rcl_exec(&mutex, await_flag, NULL, 0) == 9, "result");
}

/* The thread that ends waits behind another one, which may be the one that runs
 * the section, and goes on. */
static void check_pthread_exit_queued(void)
{
	struct ender ender = { &mutex, rcl_exec, false, 0, 0 };
	pthread_t first, second;

	sem_init(&arrived, 0, 0);
	pthread_key_create(&key, in_destructor);
	first = start_thread(await_flag_body, 0);
	sem_wait(&arrived);
	pthread_create(&second, NULL, ender_body, &ender);
	nap(0.05);
	flag = 1;
	pthread_join(first, NULL);
	expect_end(&ender, second);
}

static int ending_unseen_cs(void *unused)
{
	(void)unused;
	pthread_exit(NULL);
}

static void end_unseen(void)
{
	rcl_exec_anon(&mutex, ending_unseen_cs, NULL, 0);
}

/* A section that sees nothing of its thread cannot end it: said aloud. */
static void check_pthread_exit_anonymous(void)
{
	char text[256];
	struct child child = start_child(end_unseen, STDERR_FILENO);
	int status = end_child(&child, text, sizeof(text));

	EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "status %x",
	       (unsigned int)status);
	EXPECT(strstr(text, "must not end its thread\n"), "%s", text);
}

/* Ends of the process. */

static unsigned int exit_call;

static void at_exit(void)
{
	printf("handler ");
}

static int exit_cs(void *unused)
{
	(void)unused;
	printf("section ");
	exit(7);
}

static void exit_in_section(void)
{
	atexit(at_exit);
	printf("buffered ");
	exec_calls[exit_call](&mutex, exit_cs, NULL, 0);
}

static void check_exit(void)
{
	struct child child;
	char text[256];
	int status;

	for (exit_call = 0; exit_call < 3; exit_call++) {
		child = start_child(exit_in_section, STDOUT_FILENO);
		status = end_child(&child, text, sizeof(text));
		EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7,
		       "status %x", (unsigned int)status);
		EXPECT(!strcmp(text, "buffered section handler "), "\"%s\"",
		       text);
	}
}

static int fork_cs(void *unused)
{
	pid_t child = fork();
	int status = -1;

	(void)unused;
	if (child == 0)
		_exit(5);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

/* The child only does what POSIX allows it. */
static void check_fork_in_section(void)
{
	for (unsigned int i = 0; i < 9; i++) {
		int result = exec_calls[i % 3](&mutex, fork_cs, NULL, 0);

		EXPECT(result == 5, "%d", result);
	}
}

/* Deep stacks. */

static __attribute__((noinline)) int dig(size_t bytes)
{
	volatile char frame[4096];

	frame[0] = 1;
	return bytes <= sizeof(frame) ? frame[0] :
					dig(bytes - sizeof(frame)) + frame[0];
}

static int deep_cs(void *bytes)
{
	return dig(*(size_t *)bytes) > 0;
}

static void *dig_again_and_again(void *bytes)
{
	for (unsigned int i = 0; i < rounds(100); i++)
		EXPECT(exec_calls[i % 3](&mutex, deep_cs, bytes,
					 sizeof(size_t)) == 1, "result");
	flag++;
	return NULL;
}

static void *stay_shallow(void *unused)
{
	while (flag < 2)
		rcl_exec(&mutex, nothing, NULL, 0);
	return unused;
}

/* Sections of threads with large stacks, among threads with small ones. */
static void check_deep_stacks(void)
{
	static struct {
		size_t stack, used;
	} of[] = { { SHALLOW, 0 }, { SHALLOW, 0 }, { 8 << 20, 1 << 20 },
		   { DEEP + (1 << 20), DEEP } };
	pthread_t threads[4];
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	for (unsigned int i = 0; i < 4; i++) {
		pthread_attr_setstacksize(&attr, of[i].stack);
		pthread_create(&threads[i], &attr,
			       of[i].used ? dig_again_and_again : stay_shallow,
			       &of[i].used);
	}
	for (unsigned int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
}

/* The program's threads are all like that, and so are servers'. */
static void check_deep_default(void)
{
	pthread_attr_t attr;
	pthread_t thread;
	size_t bytes = DEEP;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, DEEP + (1 << 20));
	pthread_setattr_default_np(&attr);
	pthread_create(&thread, NULL, dig_again_and_again, &bytes);
	pthread_join(thread, NULL);
}

const struct check end_checks[] = {
	{ "longjmp", check_longjmp, NO_SANITIZER },
	{ "fault-survived", check_fault_survived, NO_SANITIZER },
	{ "pthread-exit", check_pthread_exit, NO_TSAN },
	{ "pthread-exit-nested", check_pthread_exit_nested, NO_TSAN },
	{ "pthread-exit-queued", check_pthread_exit_queued, NO_TSAN },
	{ "pthread-exit-anonymous", check_pthread_exit_anonymous,
	  NEEDS_SERVER },
	{ "exit", check_exit, 0 },
	{ "fork-in-section", check_fork_in_section, NO_TSAN },
	{ "deep-stacks", check_deep_stacks, NO_SANITIZER },
	{ "deep-default", check_deep_default, NO_SANITIZER },
	{ NULL, NULL, 0 },
};
