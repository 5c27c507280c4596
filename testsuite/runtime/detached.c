/* SPDX-License-Identifier: MIT */
/*
 * detached.c - sections that nobody waits for run once each, in order, with the
 * context that they were given, and none is lost.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "validate.h"

enum { LARGEST = 200, THREADS = 6 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t next = RCL_MUTEX_INITIALIZER(next);	/* the same server */
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);

/* What each thread has done last; guarded by mutex. */
static unsigned int last[THREADS];
static unsigned long total;		/* guarded by mutex */
static unsigned long next_total;	/* guarded by next */
static unsigned long other_total;	/* guarded by other */

struct step {
	unsigned int thread, number;
	unsigned char rest[LARGEST - 8];
};

static int step_cs(void *arg)
{
	struct step *step = arg;

	EXPECT(step->number == last[step->thread] + 1, "%u after %u",
	       step->number, last[step->thread]);
	last[step->thread] = step->number;
	total++;
	return 3;
}

/* Also checks the context's other bytes. */
static int large_step_cs(void *arg)
{
	struct step *step = arg;

	for (unsigned int i = 0; i < sizeof(step->rest); i++)
		EXPECT(step->rest[i] == (unsigned char)(step->number + i),
		       "byte %u", i);
	return step_cs(arg);
}

/* Detached, executed and leased ones in turn. */
static void make_step(unsigned int thread, unsigned int number)
{
	struct step step = { thread, number, { 0 } };
	int result = 3;

	for (unsigned int i = 0; i < sizeof(step.rest); i++)
		step.rest[i] = (unsigned char)(number + i);
	switch (number % 7) {
	case 0:
		result = exec_calls[number % 3](&mutex, step_cs, &step, 8);
		break;
	case 3:
		rcl_lock(&mutex);
		step_cs(&step);
		rcl_unlock(&mutex);
		break;
	case 4:
		EXPECT(rcl_exec_detached(&mutex, large_step_cs, &step,
					 sizeof(step)) == 0, "detached");
		break;
	default:
		EXPECT(rcl_exec_detached(&mutex, step_cs, &step, 8) == 0,
		       "detached");
	}
	memset(&step, 0xff, sizeof(step));
	EXPECT(result == 3, "%d", result);
}

static void order_body(unsigned int number)
{
	unsigned int n = rounds(4000);

	for (unsigned int i = 1; i <= n; i++)
		make_step(number, i);
}

/* The threads end right after having detached. */
static void check_order(void)
{
	run_threads(THREADS, order_body);
	rcl_lock(&mutex);
	EXPECT(total == THREADS * (unsigned long)rounds(4000), "%lu", total);
	rcl_unlock(&mutex);
}

static int count_cs(void *unused)
{
	(void)unused;
	total++;
	return 0;
}

static int count_next_cs(void *unused)
{
	(void)unused;
	next_total++;
	return 0;
}

static int count_other_cs(void *unused)
{
	(void)unused;
	other_total++;
	return 0;
}

/* Sizes at and beyond the edges, with the server asleep each time. */
static int bytes_cs(void *arg)
{
	const unsigned char *bytes = arg;

	for (unsigned int i = 1; i < bytes[0]; i++)
		EXPECT(bytes[i] == i, "byte %u of %u", i, bytes[0]);
	total++;
	return 0;
}

static void check_sizes(void)
{
	static const unsigned char sizes[] = { 1, 8, 23, 24, 25, 200 };
	unsigned char bytes[256];

	for (unsigned int i = 0; i < sizeof(sizes); i++) {
		for (unsigned int j = 1; j < sizes[i]; j++)
			bytes[j] = (unsigned char)j;
		bytes[0] = sizes[i];
		rcl_exec_detached(&mutex, bytes_cs, bytes, sizes[i]);
		memset(bytes, 0xff, sizeof(bytes));
		nap(0.02);
	}
	rcl_exec_detached(&mutex, count_cs, NULL, 0);
	rcl_flush();
	EXPECT(total == sizeof(sizes) + 1, "%lu", total);
}

/* rcl_flush(), and any call that takes a mutex of the server, wait for what was
 * detached before. */
static void check_flush(void)
{
	for (unsigned long i = 1; i <= rounds(2000); i++) {
		rcl_exec_detached(&mutex, count_cs, NULL, 0);
		rcl_exec_detached(&other, count_other_cs, NULL, 0);
		rcl_flush();
		EXPECT(total == i && other_total == i, "%lu, %lu of %lu", total,
		       other_total, i);
		if (rcl_trylock(&next) == 0)
			rcl_unlock(&next);
	}
}

static int detach_inside_cs(void *unused)
{
	(void)unused;
	total++;
	rcl_exec_detached(&next, count_next_cs, NULL, 0);
	return rcl_exec_detached(&other, count_other_cs, NULL, 0);
}

static void inside_body(unsigned int number)
{
	for (unsigned int i = 0; i < rounds(1000); i++)
		exec_calls[(number + i) % 3](&mutex, detach_inside_cs, NULL, 0);
}

static int slow_count_cs(void *unused)
{
	(void)unused;
	nap(0.001);
	total++;
	return 0;
}

static void detach_body(unsigned int unused)
{
	(void)unused;
	rcl_exec_detached(&mutex, slow_count_cs, NULL, 0);
}

/* Threads end while theirs are still to come; later ones get their slots. */
static void check_thread_end(void)
{
	unsigned int n = rounds(100);

	for (unsigned int i = 0; i < n; i++)
		run_threads(2, detach_body);
	rcl_lock(&mutex);
	EXPECT(total == 2 * n, "%lu of %u", total, 2 * n);
	rcl_unlock(&mutex);
}

/* From inside of sections. */
static void check_inside(void)
{
	unsigned long n = 3ul * rounds(1000);

	run_threads(3, inside_body);
	EXPECT(total == n && next_total == n && other_total == n,
	       "%lu, %lu, %lu of %lu", total, next_total, other_total, n);
}

struct brief {
	rcl_mutex_t lock;
	bool ran;
};

static int brief_cs(void *arg)
{
	nap(0.001);
	(*(struct brief **)arg)->ran = true;
	return 0;
}

/* A mutex is destroyed, and freed, right after. */
static void check_destroyed(void)
{
	for (unsigned int i = 0; i < rounds(50); i++) {
		struct brief *brief = calloc(1, sizeof(*brief));

		rcl_mutex_init(&brief->lock, NULL, main);
		rcl_exec_detached(&brief->lock, brief_cs, &brief, sizeof(brief));
		EXPECT(rcl_mutex_destroy(&brief->lock) == 0, "free");
		EXPECT(brief->ran, "in time");
		free(brief);
	}
}

static int write_cs(void *text)
{
	return write(STDERR_FILENO, text, strlen(text)) < 0;
}

static void exit_at_once(void)
{
	char text[] = "detached";

	rcl_exec_detached(&mutex, write_cs, text, sizeof(text));
	exit(0);
}

static void fork_at_once(void)
{
	struct child child;
	char text[64] = "detached";

	rcl_exec_detached(&mutex, write_cs, text, sizeof("detached"));
	child = start_child(exit_at_once, STDERR_FILENO);
	EXPECT(end_child(&child, text, sizeof(text)) == 0, "the child's child");
	EXPECT(!strcmp(text, "detached"), "\"%s\"", text);
}

/* None is lost when the process ends, nor run twice when it forks. */
static void check_end(void)
{
	void (*const bodies[])(void) = { exit_at_once, fork_at_once };
	struct child child;
	char text[64];
	int status;

	for (unsigned int i = 0; i < 10; i++) {
		child = start_child(bodies[i % 2], STDERR_FILENO);
		status = end_child(&child, text, sizeof(text));
		EXPECT(status == 0, "status %x", (unsigned int)status);
		EXPECT(!strcmp(text, "detached"), "\"%s\"", text);
	}
}

const struct check detached_checks[] = {
	{ "detached-order", check_order, 0 },
	{ "detached-sizes", check_sizes, 0 },
	{ "detached-flush", check_flush, 0 },
	{ "detached-thread-end", check_thread_end, 0 },
	{ "detached-inside", check_inside, 0 },
	{ "detached-destroyed", check_destroyed, 0 },
	{ "detached-end", check_end, NO_SANITIZER },
	{ NULL, NULL, 0 },
};
