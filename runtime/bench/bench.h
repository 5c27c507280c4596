/* SPDX-License-Identifier: MIT */
/*
 * bench.h - what the files of the benchmark program share.
 *
 * bench.c	the command line
 * subjects.c	the mutexes under test: pthread_mutex and librcl's
 * ck.c		those of libck, where it is installed
 * machine.c	clock, delays, processors, foreign load, the ping-pong
 * contention.c	the papers' microbenchmark
 * alone.c	one thread without contention
 * roundtrip.c	one client and its server
 *
 * The program makes one measurement and prints it as one JSON object.  Which
 * ones, in which order, and what they mean is for the Python package beside it.
 *
 * Ticks are those of the processor's constant clock: the time stamp counter,
 * or the virtual counter of aarch64.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rcl.h>

enum {
	MAX_SUBJECTS = 64,
	MAX_THREADS = 256,
	MAX_LINES = 64,
	MAX_CPUS = 1024,
	STRIDE = 256,	/* bytes between lines that must not share a fetch */
};

/* What is asked for on the command line. */
struct options {
	struct subject *subject;
	unsigned int threads;
	unsigned int delay;		/* ticks between two sections */
	unsigned int before;		/* the same before the measurement, if it
					   is to change; or 0 */
	unsigned int neighbours;	/* processes that want processors, too */
	unsigned int shared, own;	/* lines that a section touches */
	unsigned int repeat;
	double seconds, warmup;
	bool pinned;
};

/* The argument of a section: a word in, and a word out that is checked. */
struct context {
	uint64_t in, out;
};

/* What a section answers to a word, and returns for it. */
static inline uint64_t answer_to(uint64_t in)
{
	return in * 3 + 1;
}

static inline int exit_for(uint64_t in)
{
	return (int)(in & 0xff);
}

/* Runs section(ctx) under a mutex and returns its result, like rcl_exec(). */
typedef int exec_fn(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		    size_t size);

/* A mutex under test. */
struct subject {
	const char *name;
	exec_fn *exec;
	bool ours;		/* a kind of librcl */
	bool remote;		/* a server executes the sections */
	bool detached;		/* neither context nor result comes back */
	_Alignas(STRIDE) rcl_mutex_t mutex; /* if it is ours */
};

static inline int execute(struct subject *subject, rcl_section_fn *section,
			  void *ctx, size_t size)
{
	return subject->exec(&subject->mutex, section, ctx, size);
}

/* subjects.c */
extern struct subject subjects[MAX_SUBJECTS];
extern unsigned int subject_count;
extern struct subject *const baseline;	/* pthread_mutex */
void list_subjects(void);
void add_subject(const struct subject *subject);
struct subject *find_subject(const char *name);

/* ck.c */
void list_ck_subjects(void);

/* machine.c */
extern unsigned int cpus[MAX_CPUS], cpu_count; /* that this process may use */
void survey_machine(void);
double now(void);
double ticks_per_ns(void);
void spin(uint64_t turns);
uint64_t turns_of(unsigned int ticks);
void pin(unsigned int cpu);
void unpin(void);
double busy_seconds(void);
double pingpong(void);
double quantile(double *values, unsigned int count, double share);
void die(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/* One measurement each. */
void contention(const struct options *options);
void alone(const struct options *options);
void roundtrip(const struct options *options);

/* The fences keep the processor from overlapping what is timed with what comes
 * before and after it. */
static inline uint64_t ticks_before(void)
{
#if defined(__x86_64__)
	uint64_t low, high;

	__asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
	return high << 32 | low;
#else
	uint64_t ticks;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
	return ticks;
#endif
}

static inline uint64_t ticks_after(void)
{
#if defined(__x86_64__)
	uint64_t low, high;

	__asm__ volatile("rdtscp\n\tlfence" : "=a"(low), "=d"(high) : :
			 "rcx", "memory");
	return high << 32 | low;
#else
	uint64_t ticks;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : :
			 "memory");
	return ticks;
#endif
}

#endif /* BENCH_H */
