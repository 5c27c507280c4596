/* SPDX-License-Identifier: MIT */
/*
 * machine.c - the machine under the measurements: its clock, calibrated
 * delays, processors, what others do on them, and the ping-pong.
 *
 * The ping-pong is the least that two processors need to exchange a request
 * and a response, each in a line of its own.  A host that moves its virtual
 * processors changes it severalfold from one moment to the next, and
 * everything contended with it, so it is probed beside each measurement.
 */
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

enum { TRIPS = 20, BATCHES = 300, CALIBRATION = 20000 };

unsigned int cpus[MAX_CPUS], cpu_count;

static cpu_set_t allowed;
static double turns_per_tick;
static uint64_t first_ticks;
static double first_time;

void die(const char *format, ...)
{
	va_list arguments;

	fputs("bench: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(2);
}

double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* From the first look at both clocks to this one. */
double ticks_per_ns(void)
{
	double ticks = (double)(ticks_after() - first_ticks);

	return ticks / (1e9 * (now() - first_time));
}

__attribute__((noinline)) void spin(uint64_t turns)
{
	while (turns--)
		__asm__ volatile("" : : : "memory");
}

uint64_t turns_of(unsigned int ticks)
{
	return (uint64_t)(turns_per_tick * ticks);
}

/* The fastest of a few: interrupts only make it slower. */
static void calibrate(void)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 15; i++) {
		uint64_t start = ticks_before(), took;

		spin(CALIBRATION);
		took = ticks_after() - start;
		if (took < best)
			best = took;
	}
	turns_per_tick = CALIBRATION / (double)best;
}

void survey_machine(void)
{
	first_time = now();
	first_ticks = ticks_before();
	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		die("no list of processors");
	for (unsigned int cpu = 0; cpu < MAX_CPUS; cpu++)
		if (CPU_ISSET(cpu, &allowed))
			cpus[cpu_count++] = cpu;
	calibrate();
}

void pin(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("processor %u is not to be had", cpu);
}

void unpin(void)
{
	sched_setaffinity(0, sizeof(allowed), &allowed);
}

/* What all processors together have worked so far, for whomever. */
double busy_seconds(void)
{
	unsigned long user, nice, system, idle, iowait, irq, softirq;
	FILE *file = fopen("/proc/stat", "r");
	int found = 0;

	if (file) {
		found = fscanf(file, "cpu %lu %lu %lu %lu %lu %lu %lu", &user,
			       &nice, &system, &idle, &iowait, &irq, &softirq);
		fclose(file);
	}
	if (found != 7)
		return 0;
	return (double)(user + nice + system + irq + softirq) /
	       (double)sysconf(_SC_CLK_TCK);
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

/* Sorts the values and returns the one below which the share of them lies. */
double quantile(double *values, unsigned int count, double share)
{
	qsort(values, count, sizeof(*values), compare);
	return values[(unsigned int)(share * (count - 1) + .5)];
}

/* The request line, written by the caller, and the partner's response line. */
static struct {
	_Alignas(STRIDE) _Atomic uint64_t word;
} request, response;

static void *partner(void *unused)
{
	pin(cpus[1]);
	for (uint64_t trip = 1; trip <= TRIPS * BATCHES; trip++) {
		/* acquire and release: as a server would need them. */
		while (atomic_load_explicit(&request.word,
					    memory_order_acquire) != trip)
			;
		atomic_store_explicit(&response.word, trip,
				      memory_order_release);
	}
	return unused;
}

static double batch(uint64_t trip)
{
	uint64_t start = ticks_before();

	for (uint64_t end = trip + TRIPS; trip < end; trip++) {
		/* release and acquire: the partner's counterparts. */
		atomic_store_explicit(&request.word, trip,
				      memory_order_release);
		while (atomic_load_explicit(&response.word,
					    memory_order_acquire) != trip)
			;
	}
	return (double)(ticks_after() - start) / TRIPS;
}

/* Ticks of a round trip between the first two processors; 0 if there is but
 * one.  The caller is left free to run on any. */
double pingpong(void)
{
	double trips[BATCHES];
	pthread_t thread;

	if (cpu_count < 2)
		return 0;
	request.word = response.word = 0;
	pin(cpus[0]);
	if (pthread_create(&thread, NULL, partner, NULL))
		die("no thread for the ping-pong");
	for (unsigned int i = 0; i < BATCHES; i++)
		trips[i] = batch(i * TRIPS + 1);
	pthread_join(thread, NULL);
	unpin();
	return quantile(trips, BATCHES, .5);
}
