/* SPDX-License-Identifier: MIT */
/*
 * servers.c - where servers run, with what priority, and how many threads they
 * keep.
 */
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "validate.h"

enum { CROWD = 40 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t next = RCL_MUTEX_INITIALIZER(next);	/* the same server */
static rcl_mutex_t own[CROWD];
static sem_t gate, arrived;
static _Atomic bool flag;

static int nothing(void *unused)
{
	(void)unused;
	return 0;
}

static int pass_gate(void *unused)
{
	(void)unused;
	sem_post(&arrived);
	while (sem_wait(&gate))
		;
	return 0;
}

static void crowd_body(unsigned int number)
{
	rcl_exec_blocking(&own[number], pass_gate, NULL, 0);
}

/* Threads that a server needed for blocked sections end when they have had
 * nothing to do for a while. */
static void check_retirement(void)
{
	pthread_t threads[CROWD];
	int before, most;

	sem_init(&gate, 0, 0);
	sem_init(&arrived, 0, 0);
	rcl_exec(&mutex, nothing, NULL, 0);
	before = thread_count();
	for (unsigned int i = 0; i < CROWD; i++) {
		rcl_mutex_init(&own[i], NULL, main);
		threads[i] = start_thread(crowd_body, i);
	}
	for (unsigned int i = 0; i < CROWD; i++)
		while (sem_wait(&arrived))
			;
	most = thread_count();
	for (unsigned int i = 0; i < CROWD; i++)
		sem_post(&gate);
	for (unsigned int i = 0; i < CROWD; i++)
		pthread_join(threads[i], NULL);
	/* each client has one that executes for it; before, some may have been
	 * there that end meanwhile */
	EXPECT(most >= 2 * CROWD, "%d threads", most);
	for (int i = 0; i < 40 && thread_count() > before + 2; i++)
		nap(0.1);
	EXPECT(thread_count() <= before + 2, "%d threads, not %d",
	       thread_count(), before);
}

struct where {
	long tid;
	int policy;
	cpu_set_t set;
};

static int where_cs(void *arg)
{
	struct where *where = arg;

	where->tid = syscall(SYS_gettid);
	where->policy = sched_getscheduler(0);
	sched_getaffinity(0, sizeof(where->set), &where->set);
	return 0;
}

static struct where where(void)
{
	struct where result;

	rcl_exec_anon(&mutex, where_cs, &result, 0);
	return result;
}

static int spin_cs(void *unused)
{
	(void)unused;
	sem_post(&arrived);
	while (!flag)
		;
	return 0;
}

static void spin_body(unsigned int unused)
{
	(void)unused;
	rcl_exec(&mutex, spin_cs, NULL, 0);
}

/* With RCL_FIFO: a section that spins keeps neither other sections nor the
 * clients away, on one processor. */
static void check_fifo_server(void)
{
	const struct sched_param param = { .sched_priority = 10 };
	cpu_set_t one;
	pthread_t thread;
	double start;

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		skip("real-time priorities are not permitted");
	sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){ 0 });
	setenv("RCL_FIFO", "10", 1);
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	sched_setaffinity(0, sizeof(one), &one);
	sem_init(&arrived, 0, 0);
	EXPECT(where().policy == SCHED_FIFO, "policy %d", where().policy);
	thread = start_thread(spin_body, 0);
	while (sem_wait(&arrived))
		;
	start = now();
	for (unsigned int i = 0; i < 10; i++)
		rcl_exec(&next, nothing, NULL, 0);
	EXPECT(now() - start < 2, "%f s", now() - start);
	flag = true;
	pthread_join(thread, NULL);
}

static void use(void)
{
	rcl_exec(&mutex, nothing, NULL, 0);
}

static void check_fifo_malformed(void)
{
	static const char *const values[] = { "98", "0", "-1", "x", "5x" };
	struct child child;
	char text[256];

	for (unsigned int i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		setenv("RCL_FIFO", values[i], 1);
		child = start_child(use, STDERR_FILENO);
		EXPECT(end_child(&child, text, sizeof(text)) == 0, "works");
		EXPECT(!strncmp(text, "rcl: RCL_FIFO is ignored", 24) &&
			       strchr(text, '\n') == text + strlen(text) - 1,
		       "%s: \"%s\"", values[i], text);
	}
}

/* The first two processors that the process may use. */
static bool two_processors(int cpus[2])
{
	unsigned int count = 0;
	cpu_set_t set;

	sched_getaffinity(0, sizeof(set), &set);
	for (int i = 0; i < CPU_SETSIZE && count < 2; i++)
		if (CPU_ISSET(i, &set))
			cpus[count++] = i;
	return count == 2;
}

static bool is_only(const cpu_set_t *set, int cpu)
{
	return CPU_COUNT(set) == 1 && CPU_ISSET(cpu, set);
}

static void placed_body(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	rcl_exec(&mutex, nothing, NULL, 0);
	sched_getaffinity(0, sizeof(set), &set);
	EXPECT(is_only(&set, (int)cpu), "a thread that was placed is moved");
}

static void confined(void)
{
	cpu_set_t before, after;
	struct where server;
	int cpus[2];
	char text[32];

	two_processors(cpus);
	snprintf(text, sizeof(text), "%d", cpus[1]);
	setenv("RCL_CORES", text, 1);
	sched_getaffinity(0, sizeof(before), &before);
	server = where();
	EXPECT(is_only(&server.set, cpus[1]), "the server is confined");
	sched_getaffinity(0, sizeof(after), &after);
	CPU_CLR(cpus[1], &before);
	EXPECT(CPU_EQUAL(&before, &after), "the client keeps off");
	pthread_join(start_thread(placed_body, (unsigned int)cpus[1]), NULL);
}

static void confined_everywhere(void)
{
	cpu_set_t before, after;
	char text[512] = "";
	size_t length = 0;

	sched_getaffinity(0, sizeof(before), &before);
	for (int i = 0; i < CPU_SETSIZE && length < sizeof(text) - 8; i++)
		if (CPU_ISSET(i, &before))
			length += (size_t)snprintf(text + length, 8, ",%d", i);
	setenv("RCL_CORES", text + 1, 1);
	where();
	sched_getaffinity(0, sizeof(after), &after);
	if (CPU_COUNT(&before) <= 32)
		EXPECT(CPU_EQUAL(&before, &after), "there is no other");
}

static void check_cores(void)
{
	void (*const bodies[])(void) = { confined, confined_everywhere };
	struct child child;
	char text[256];
	int cpus[2];

	if (!two_processors(cpus))
		skip("there is one processor only");
	for (unsigned int i = 0; i < 2; i++) {
		child = start_child(bodies[i], STDERR_FILENO);
		EXPECT(end_child(&child, text, sizeof(text)) == 0, "scene %u",
		       i);
		EXPECT(!*text, "\"%s\"", text);
	}
}

static void use_until_flag(unsigned int unused)
{
	(void)unused;
	while (!flag)
		rcl_exec(&mutex, nothing, NULL, 0);
}

/* Somebody else moves the server to and fro while it serves. */
static void check_moved_server(void)
{
	pthread_t client = start_thread(use_until_flag, 0);
	int cpus[2];
	cpu_set_t set;
	double start;

	if (!two_processors(cpus)) {
		flag = true;
		skip("there is one processor only");
	}
	for (unsigned int i = 0; i < 40; i++) {
		CPU_ZERO(&set);
		CPU_SET(cpus[i % 2], &set);
		EXPECT(sched_setaffinity((pid_t)where().tid, sizeof(set),
					 &set) == 0, "%s", strerror(errno));
		start = now();
		rcl_exec(&mutex, nothing, NULL, 0);
		EXPECT(now() - start < 2, "%f s", now() - start);
	}
	flag = true;
	pthread_join(client, NULL);
}

const struct check server_checks[] = {
	{ "retirement", check_retirement, NEEDS_SERVER | NO_SANITIZER },
	{ "fifo-server", check_fifo_server, NEEDS_SERVER | NO_SANITIZER },
	{ "fifo-malformed", check_fifo_malformed, NEEDS_SERVER },
	{ "cores", check_cores, NEEDS_SERVER },
	{ "moved-server", check_moved_server, NEEDS_SERVER },
	{ NULL, NULL, 0 },
};
