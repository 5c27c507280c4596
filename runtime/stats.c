/* SPDX-License-Identifier: MIT */
/*
 * stats.c - RCL_STATS: what the runtime did, as one JSON object at exit or
 * when asked for.
 *
 * At exit, what the program has detached runs first.
 *
 * A thread counts in memory of its own, which it gets at its first count, so
 * that counting moves no cache line.
 *
 * Of the servers, section 4.2 of the RCL paper defines two figures over rounds,
 * that is scans in which a section was executed: false_serialization is the
 * share of rounds with sections of two mutexes or more; use_rate is the number
 * of sections a round, divided by the number of cores, for which we take the
 * processors that the process may use.  run_delay_ns is how long the servicing
 * threads were ready to run but did not: a large share of time_ns, the server's
 * life, says that its core is contended.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "remote.h"

enum { COUNTS = RCL_CLASSES * RCL_EVENTS, TURNS = 64 };

bool rcl_stats_on;				/* constant after set_up() */
static char *destination;			/* constant after set_up() */

/* What ended threads have counted; guarded by the registry. */
static uint64_t retired[COUNTS];

/* The last turns that mutexes have taken; guarded by turns_guard. */
static struct {
	struct rcl_turn turn;
	uint64_t time;
} turns[TURNS];
static uint64_t turn_count;
static _Atomic unsigned int turns_guard;
static uint64_t began;				/* constant after set_up() */

static __attribute__((constructor)) void set_up(void)
{
	const char *value = getenv("RCL_STATS");

	rcl_stats_on = value != NULL;
	began = rcl_now();
	destination = value && *value ? strdup(value) : NULL;
}

static void start_counting(struct rcl_thread *me)
{
	_Atomic uint64_t *counts = calloc(COUNTS, sizeof(*counts));

	rcl_registry_lock();
	me->counts = counts;
	rcl_registry_unlock();
}

void rcl_count_of(unsigned int class, enum rcl_event event)
{
	struct rcl_thread *me = rcl_self();

	if (!me->counts)
		start_counting(me);
	if (me->counts)
		rcl_add(&me->counts[class * RCL_EVENTS + event], 1);
}

/* What has been counted has not come to pass. */
void rcl_take_back(unsigned int class, enum rcl_event event)
{
	struct rcl_thread *me = rcl_self();

	if (me->counts)
		rcl_add(&me->counts[class * RCL_EVENTS + event], (uint64_t)-1);
}

void rcl_count(rcl_mutex_t *m, enum rcl_event event)
{
	rcl_count_of(rcl_class_of(m), event);
}

void rcl_note_turn(const struct rcl_turn *turn)
{
	if (!rcl_stats_on)
		return;
	rcl_guard_lock(&turns_guard);
	turns[turn_count % TURNS].turn = *turn;
	turns[turn_count++ % TURNS].time = rcl_now();
	rcl_guard_unlock(&turns_guard);
}

/* Adds figures that others go on counting. */
static void add(uint64_t *sums, const _Atomic uint64_t *figures,
		unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		/* relaxed: figures, not order, are asked for. */
		sums[i] += atomic_load_explicit(&figures[i],
						memory_order_relaxed);
}

/* Keeps what a thread that ends has counted.  Requires the registry. */
void rcl_stats_retire(struct rcl_thread *thread)
{
	if (thread->counts)
		add(retired, thread->counts, COUNTS);
	free(thread->counts);
	thread->counts = NULL;
}

/* A child counts what it does itself. */
void rcl_stats_after_fork(void)
{
	memset(retired, 0, sizeof(retired));
	free(rcl_me.counts);
	rcl_me.counts = NULL;
	turn_count = 0;
	/* relaxed: there is one thread. */
	atomic_store_explicit(&turns_guard, 0, memory_order_relaxed);
}

/* How long a thread has been ready to run but did not run, in nanoseconds; 0 if
 * the kernel does not say. */
uint64_t rcl_run_delay(pid_t tid)
{
	unsigned long long delay = 0;
	char path[64];
	FILE *in;

	snprintf(path, sizeof(path), "/proc/self/task/%d/schedstat", (int)tid);
	in = fopen(path, "re");
	if (!in)
		return 0;
	if (fscanf(in, "%*u %llu", &delay) != 1)
		delay = 0;
	fclose(in);
	return delay;
}

static double ratio(uint64_t part, double whole)
{
	return whole > 0 ? (double)part / whole : 0;
}

/* Requires server->lock. */
static void print_server(FILE *out, struct rcl_server *server)
{
	uint64_t sums[RCL_FIGURES] = { 0 };
	unsigned int threads = 0;

	for (struct rcl_servicer *s = server->servicers; s; s = s->sibling) {
		add(sums, s->figures, RCL_FIGURES);
		if (s->ended)
			continue;
		sums[RCL_RUN_DELAY] += rcl_run_delay(rcl_tid(s));
		threads++;
	}
	fprintf(out,
		"\n  {\"server\": %u, \"served\": %llu, \"detached\": %llu, "
		"\"rounds\": %llu, \"false_serialization\": %.4f, "
		"\"use_rate\": %.4f, \"parks\": %llu, \"wakes\": %llu, "
		"\"threads\": %u, \"elections\": %u, \"moves\": %llu, "
		"\"run_delay_ns\": %llu, \"time_ns\": %llu}",
		rcl_number_of(server), (unsigned long long)sums[RCL_SERVED],
		(unsigned long long)sums[RCL_DETACHED_SERVED],
		(unsigned long long)sums[RCL_ROUNDS],
		ratio(sums[RCL_MIXED_ROUNDS], (double)sums[RCL_ROUNDS]),
		ratio(sums[RCL_SERVED],
		      (double)sums[RCL_ROUNDS] * rcl_cpu_count()),
		(unsigned long long)sums[RCL_PARKS],
		(unsigned long long)sums[RCL_WAKES], threads, server->elections,
		/* relaxed: a figure. */
		(unsigned long long)atomic_load_explicit(&server->moves,
							 memory_order_relaxed),
		(unsigned long long)sums[RCL_RUN_DELAY],
		(unsigned long long)(rcl_now() - server->started));
}

static void print_servers(FILE *out)
{
	const char *separator = "";

	for (unsigned int i = 0; i < RCL_SERVERS; i++)
		/* acquire: the fields that the start wrote. */
		if (atomic_load_explicit(&rcl_servers[i].ready,
					 memory_order_acquire)) {
			fputs(separator, out);
			pthread_mutex_lock(&rcl_servers[i].lock);
			print_server(out, &rcl_servers[i]);
			pthread_mutex_unlock(&rcl_servers[i].lock);
			separator = ",";
		}
}

static void print_classes(FILE *out, const uint64_t sums[COUNTS])
{
	static const char *const names[RCL_EVENTS] = {
		[RCL_EXECUTED] = "executed",
		[RCL_LEASED] = "leased",
		[RCL_COMBINED] = "combined",
		[RCL_BY_SERVER] = "served",
		[RCL_NAPS] = "naps",
		[RCL_NOMINATIONS] = "nominations",
		[RCL_RENOMINATIONS] = "renominations",
		[RCL_DOWNGRADES] = "downgrades",
	};
	const char *separator = "";

	for (unsigned int i = 0; i < RCL_CLASSES; i++) {
		const uint64_t *counts = &sums[i * RCL_EVENTS];
		const char *name = rcl_config_class_name(i);

		if (!counts[RCL_EXECUTED] && !counts[RCL_LEASED])
			continue;
		fprintf(out, "%s\n  {\"class\": \"%s\"", separator,
			name ? name : "");
		for (unsigned int event = 0; event < RCL_EVENTS; event++)
			fprintf(out, ", \"%s\": %llu", names[event],
				(unsigned long long)counts[event]);
		fputs("}", out);
		separator = ",";
	}
}

static void print_turns(FILE *out)
{
	uint64_t first = turn_count > TURNS ? turn_count - TURNS : 0;

	for (uint64_t i = first; i < turn_count; i++) {
		const struct rcl_turn *turn = &turns[i % TURNS].turn;
		const char *name = rcl_config_class_name(turn->class);

		fprintf(out,
			"%s\n  {\"class\": \"%s\", \"mutex\": \"%p\", "
			"\"after_ns\": %llu, \"way\": \"%s\", "
			"\"why\": \"%s\", \"per_ms\": %u, "
			"\"per_ms_before\": %u, \"contention\": %.2f}",
			i > first ? "," : "", name ? name : "", turn->mutex,
			(unsigned long long)(turns[i % TURNS].time - began),
			turn->way, turn->why, turn->rate, turn->before,
			turn->contention / 100.);
	}
}

static void sum_up(uint64_t sums[COUNTS])
{
	rcl_registry_lock();
	memcpy(sums, retired, sizeof(retired));
	for (struct rcl_thread *t = rcl_threads(); t; t = t->next)
		if (t->counts)
			add(sums, t->counts, COUNTS);
	rcl_registry_unlock();
}

/* 0, or why not all that was printed is where it should be. */
static int end_of(FILE *out)
{
	bool failed = ferror(out);
	int error = fflush(out) ? errno : 0;

	if (out != stderr && fclose(out) && !error)
		error = errno;
	return failed && !error ? EIO : error;
}

static int write_to(const char *path, const uint64_t sums[COUNTS])
{
	FILE *out = strcmp(path, "stderr") ? fopen(path, "we") : stderr;

	if (!out)
		return errno;
	fprintf(out, "{\"schema\": \"rcl-runtime-stats-4\", \"pid\": %ld, "
		     "\"processors\": %u,\n \"servers\": [", (long)getpid(),
		rcl_cpu_count());
	print_servers(out);
	fprintf(out, "],\n \"classes\": [");
	print_classes(out, sums);
	fprintf(out, "],\n \"turns\": [");
	rcl_guard_lock(&turns_guard);
	print_turns(out);
	rcl_guard_unlock(&turns_guard);
	fprintf(out, "]}\n");
	return end_of(out);
}

int rcl_write_stats(const char *path)
{
	uint64_t sums[COUNTS];

	if (!rcl_stats_on)
		return ENODATA;
	sum_up(sums);
	return write_to(path, sums);
}

/* A child that used no lock must not overwrite its parent's figures. */
static bool nothing_counted(const uint64_t sums[COUNTS])
{
	for (unsigned int i = 0; i < COUNTS; i++)
		if (sums[i])
			return false;
	return true;
}

static __attribute__((destructor)) void finish(void)
{
	uint64_t sums[COUNTS];

	if (rcl_me.tp)
		rcl_flush();
	if (!destination)
		return;
	sum_up(sums);
	if (!nothing_counted(sums) && write_to(destination, sums))
		rcl_complain("no statistics: cannot write to %s", destination);
}
