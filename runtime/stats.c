/* SPDX-License-Identifier: MIT */
/*
 * stats.c - RCL_STATS: what the runtime did, as one JSON object at exit.
 *
 * A thread counts in memory of its own, which it gets at its first count, so
 * that counting moves no cache line; the sum is made at exit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

bool rcl_stats_on;				/* constant after set_up() */
static char *destination;			/* constant after set_up() */

/* What ended threads have counted; guarded by the registry. */
static uint64_t retired[RCL_CLASSES * RCL_EVENTS];

static __attribute__((constructor)) void set_up(void)
{
	const char *value = getenv("RCL_STATS");

	destination = value && *value ? strdup(value) : NULL;
	rcl_stats_on = destination != NULL;
}

void rcl_count(rcl_mutex_t *m, enum rcl_event event)
{
	struct rcl_thread *me = rcl_self();
	/* relaxed: resolved before. */
	unsigned int class = rcl_class_number(
		atomic_load_explicit(rcl_kind(m), memory_order_relaxed));

	if (!me->counts)
		me->counts = calloc(RCL_CLASSES * RCL_EVENTS,
				    sizeof(*me->counts));
	if (me->counts)
		me->counts[class * RCL_EVENTS + event]++;
}

static void add(const uint64_t *counts)
{
	for (unsigned int i = 0; counts && i < RCL_CLASSES * RCL_EVENTS; i++)
		retired[i] += counts[i];
}

/* Keeps what a thread that ends has counted.  Requires the registry. */
void rcl_stats_retire(struct rcl_thread *thread)
{
	add(thread->counts);
	free(thread->counts);
	thread->counts = NULL;
}

static void print_server(FILE *out, struct rcl_server *server)
{
	unsigned long long served = 0, parks = 0, wakes = 0;
	unsigned int threads = 0;

	pthread_mutex_lock(&server->lock);
	for (struct rcl_servicer *s = server->servicers; s; s = s->sibling) {
		/* relaxed: figures, not order, are asked for. */
		served += atomic_load_explicit(&s->served,
					       memory_order_relaxed);
		parks += atomic_load_explicit(&s->parks, memory_order_relaxed);
		wakes += atomic_load_explicit(&s->wakes, memory_order_relaxed);
		threads++;
	}
	fprintf(out,
		"\n  {\"server\": %u, \"served\": %llu, \"parks\": %llu, "
		"\"wakes\": %llu, \"threads\": %u, \"elections\": %u}",
		server->number, served, parks, wakes, threads,
		server->elections);
	pthread_mutex_unlock(&server->lock);
}

static void print_servers(FILE *out)
{
	const char *separator = "";

	for (unsigned int i = 0; i < RCL_SERVERS; i++)
		/* acquire: the fields that the start wrote. */
		if (atomic_load_explicit(&rcl_servers[i].ready,
					 memory_order_acquire)) {
			fputs(separator, out);
			print_server(out, &rcl_servers[i]);
			separator = ",";
		}
}

/* A child counts what it does itself. */
void rcl_stats_after_fork(void)
{
	memset(retired, 0, sizeof(retired));
	free(rcl_me.counts);
	rcl_me.counts = NULL;
}

static void print_classes(FILE *out)
{
	const char *separator = "";

	for (unsigned int i = 0; i < RCL_CLASSES; i++) {
		const uint64_t *counts = &retired[i * RCL_EVENTS];
		const char *name = rcl_config_class_name(i);

		if (!counts[RCL_EXECUTED] && !counts[RCL_LEASED])
			continue;
		fprintf(out,
			"%s\n  {\"class\": \"%s\", \"executed\": %llu, "
			"\"leased\": %llu}", separator, name ? name : "",
			(unsigned long long)counts[RCL_EXECUTED],
			(unsigned long long)counts[RCL_LEASED]);
		separator = ",";
	}
}

/* A child that used no lock must not overwrite its parent's figures. */
static bool nothing_counted(void)
{
	for (unsigned int i = 0; i < RCL_CLASSES * RCL_EVENTS; i++)
		if (retired[i])
			return false;
	return true;
}

static __attribute__((destructor)) void print(void)
{
	FILE *out;

	rcl_registry_lock();
	for (struct rcl_thread *t = rcl_threads(); t; t = t->next)
		add(t->counts);
	rcl_registry_unlock();
	if (nothing_counted())
		return;
	out = strcmp(destination, "stderr") ? fopen(destination, "we") : stderr;
	if (!out) {
		rcl_complain("no statistics: cannot write to %s", destination);
		return;
	}
	fprintf(out, "{\"schema\": \"rcl-runtime-stats-1\", \"pid\": %ld,\n"
		     " \"servers\": [", (long)getpid());
	print_servers(out);
	fprintf(out, "],\n \"classes\": [");
	print_classes(out);
	fprintf(out, "]}\n");
	if (out == stderr)
		fflush(out);
	else
		fclose(out);
}
