/* SPDX-License-Identifier: MIT */
/*
 * scarcity.c - no memory, no threads, no privileges: mutexes work all the same,
 * and one line says what they do without.
 */
#include <errno.h>
#include <grp.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "validate.h"

enum { NOBODY = 65534, QUEUE = 3 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t second = RCL_MUTEX_INITIALIZER(next);
static unsigned long total;		/* guarded by mutex */
static sem_t gate;

static int count_cs(void *tid)
{
	total++;
	*(long *)tid = syscall(SYS_gettid);
	return 0;
}

/* Uses both mutexes; returns whether another thread ran the sections. */
static bool use(void)
{
	long tid = 0;

	for (unsigned int i = 0; i < 3; i++) {
		rcl_exec_anon(&mutex, count_cs, &tid, sizeof(tid));
		rcl_lock(&mutex);
		total++;
		rcl_unlock(&mutex);
	}
	EXPECT(total == 6, "%lu", total);
	rcl_lock(&second);
	rcl_unlock(&second);
	return tid != syscall(SYS_gettid);
}

static unsigned int lines(const char *text)
{
	unsigned int count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

/* Runs the body, which says in one line what it misses if this kind needs it;
 * returns the exit status. */
static void expect_one_line(void (*body)(void), unsigned int needed_by)
{
	struct child child = start_child(body, STDERR_FILENO);
	char text[1024];
	int status = end_child(&child, text, sizeof(text));

	if (WIFEXITED(status) && WEXITSTATUS(status) == NOBODY % 256)
		skip("the limit has no effect here");
	EXPECT(status == 0, "status %x", (unsigned int)status);
	EXPECT(lines(text) == (traits & needed_by ? 1 : 0), "\"%s\"", text);
	EXPECT(!(traits & needed_by) || strstr(text, "are of kind posix"),
	       "\"%s\"", text);
}

static void queue_body(unsigned int unused)
{
	long tid;

	(void)unused;
	sem_wait(&gate);
	rcl_exec_anon(&mutex, count_cs, &tid, 0);
}

/* Threads that must queue, too, but were there before. */
static void without_memory(void)
{
	struct rlimit none = { 0, RLIM_INFINITY };
	pthread_t threads[QUEUE];

	sem_init(&gate, 0, 0);
	for (unsigned int i = 0; i < QUEUE; i++)
		threads[i] = start_thread(queue_body, i);
	setrlimit(RLIMIT_AS, &none);
	EXPECT(!use(), "run by the caller");
	rcl_lock(&mutex);
	for (unsigned int i = 0; i < QUEUE; i++)
		sem_post(&gate);
	nap(0.05);
	rcl_unlock(&mutex);
	for (unsigned int i = 0; i < QUEUE; i++)
		pthread_join(threads[i], NULL);
	EXPECT(total == 6 + QUEUE, "%lu", total);
}

static void check_no_memory(void)
{
	expect_one_line(without_memory, HAS_SERVERS | QUEUES | COMBINES);
}

static void drop_privileges(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_RTPRIO, &none);
	setrlimit(RLIMIT_NICE, &none);
	if (geteuid() != 0)
		return;
	EXPECT(setgroups(0, NULL) == 0 && setgid(NOBODY) == 0 &&
		       setuid(NOBODY) == 0,
	       "%s", strerror(errno));
}

static void *no_body(void *unused)
{
	return unused;
}

static void without_threads(void)
{
	struct rlimit one = { 1, 1 };
	pthread_t thread;

	drop_privileges();
	setrlimit(RLIMIT_NPROC, &one);
	if (!pthread_create(&thread, NULL, no_body, NULL))
		_exit(NOBODY % 256);
	EXPECT(!use(), "run by the caller");
}

/* As an ordinary user: the limit is not for root. */
static void check_no_threads(void)
{
	expect_one_line(without_threads, HAS_SERVERS);
}

static void without_privileges(void)
{
	setenv("RCL_FIFO", "10", 1);
	drop_privileges();
	EXPECT(use() == ((traits & HAS_SERVERS) != 0), "by whom");
}

/* Real-time servers are asked for, and not permitted. */
static void check_no_privileges(void)
{
	struct child child = start_child(without_privileges, STDERR_FILENO);
	char text[1024];
	int status = end_child(&child, text, sizeof(text));

	EXPECT(status == 0, "status %x", (unsigned int)status);
	EXPECT(lines(text) <= 1, "\"%s\"", text);
}

const struct check scarcity_checks[] = {
	{ "no-memory", check_no_memory, NO_SANITIZER },
	{ "no-threads", check_no_threads, NO_SANITIZER },
	{ "no-privileges", check_no_privileges, 0 },
	{ NULL, NULL, 0 },
};
