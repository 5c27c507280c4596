/* SPDX-License-Identifier: MIT */
/*
 * The layout of a recording: what the preload recorder writes and driver/rcl/profile/recording.py reads.
 *
 * A recording is the memory of one process, a file mapped shared, so that whatever ends the process leaves it behind.
 * The header comes first, then chunks back to back up to `used`; each begins with its kind and its size in bytes, a
 * multiple of RCL_ALIGN. All numbers are in the byte order of the machine. Times are ticks: TSC cycles on x86-64, counts
 * of cntvct_el0 on aarch64. References between chunks are addresses; `base` of the header turns them into offsets.
 * Whoever changes anything here raises the number in the version line.
 */
#ifndef RCL_RECORDING_H
#define RCL_RECORDING_H

#include <stdint.h>

#define RCL_RECORDING_LINE "rcl-recording-3\n"

enum {
	RCL_ALIGN = 128,	/* two lines: rows of two threads never share a prefetched pair */
	RCL_BUCKETS = 96,	/* of a row's histograms */
	RCL_BUILD_ID = 32,	/* longest build id that is kept */
};

/* Clock pair: the same instant in ticks and in ns of CLOCK_MONOTONIC. */
struct rcl_instant {
	uint64_t ticks;
	uint64_t ns;
};

struct rcl_header {
	char line[32];			/* RCL_RECORDING_LINE, zero filled */
	uint64_t base;			/* address of this header in the process */
	uint64_t used;			/* bytes of header and chunks */
	uint64_t pid;
	struct rcl_instant start;	/* recording began */
	struct rcl_instant latest;	/* after calibration, and again when the process ends by exit */
	uint64_t processor;		/* ns of processor time, if the process ended by exit */
	uint64_t exited;		/* 1: the process ended by exit; else it was killed, or left by _exit or exec */
	uint64_t lost;			/* acquisitions not recorded: a table was full or the file could not grow */
	uint64_t bare_pair;		/* calibration, ticks per 1000 pairs: lock and unlock without the recorder */
	uint64_t recorded_pair;		/* the same through the recorder */
	uint64_t recorded_wait;		/* what the recorder then measured as waiting, */
	uint64_t recorded_hold;		/* and as holding */
	uint64_t lost_pairs;		/* events that belong to a pair for which there was no room */
	uint64_t no_counters;		/* errno of the attempt to open the hardware counters; 0: they are measured */
};

enum rcl_chunk_kind { RCL_FREE, RCL_MODULE, RCL_CLASS, RCL_THREAD, RCL_ROW, RCL_PAIR };

struct rcl_chunk {
	uint32_t kind;
	uint32_t bytes;
};

/* An executable or shared object that a recorded address lies in. The first one is the program's executable. */
struct rcl_module {
	struct rcl_chunk chunk;
	uint64_t base;			/* subtract it from an address to get the ELF file's */
	uint64_t start, end;		/* address range */
	uint64_t build_id_bytes;	/* 0: it has none */
	uint8_t build_id[RCL_BUILD_ID];
	char path[];			/* zero terminated */
};

enum rcl_storage { RCL_STATIC, RCL_HEAP, RCL_STACK, RCL_THREAD_LOCAL };

/* C11's mutexes and conditions are POSIX's. The last two are waited for and never held. */
enum rcl_type { RCL_MUTEX, RCL_RWLOCK, RCL_SPINLOCK, RCL_CONDITION, RCL_BARRIER };

/*
 * A static lock (of an executable or library that has thousands of them, those of one 64 KiB region); or all other locks
 * that share the initialising or, lacking that, the first acquiring call site, with the first one's address.
 */
struct rcl_class {
	struct rcl_chunk chunk;
	uint64_t storage;		/* enum rcl_storage */
	uint64_t type;			/* enum rcl_type */
	uint64_t lock;			/* its address; if thread-local, its offset in the executable's thread-local block */
	uint64_t init_site;		/* return address of the initialising call; 0: never initialised by a call */
	uint64_t first_site;		/* return address of the first acquiring call; 0: never acquired */
	uint64_t locks;			/* how many were seen */
};

struct rcl_thread {
	struct rcl_chunk chunk;
	uint64_t tid;			/* 0: it has never run */
	uint64_t start_routine;		/* 0: the thread that came with the process, or was not made by pthread_create */
	uint64_t start, end;		/* ticks; end 0: still running */
	uint64_t last;			/* ticks of the last event that was timed in full */
	uint64_t in_sections;		/* ticks in sections of any lock or in vain before one, nested ones counted once */
	uint64_t unended;		/* sections whose end was not seen: another thread released, or too many were held */
	uint64_t earlier;		/* number of ended threads that used this chunk before, */
	uint64_t earlier_life;		/* and their ticks */
};

enum rcl_operation { RCL_BY_LOCK, RCL_BY_TRYLOCK, RCL_BY_TIMEDLOCK, RCL_BY_READING, RCL_BY_WAITING };

/*
 * What one thread did with the locks of one class at one acquiring call site. A wait on a condition interrupts the
 * section: the time in it is idle, the parts before and after it are two holds. Of conditions and barriers, a row counts
 * the waits (acquisitions) and their time (wait, waits_for).
 *
 * The acquisitions that find the lock free are timed one in RCL_LOOK or so (the first ones all), and count for those
 * before them that were not. Now and then a section is sampled, and likewise counts for those since the last sample.
 */
struct rcl_row {
	struct rcl_chunk chunk;
	/* a line that does not change */
	uint64_t owner;			/* address of its struct rcl_class */
	uint64_t site;			/* return address */
	uint64_t thread;		/* address of its struct rcl_thread */
	uint64_t operation;		/* enum rcl_operation */
	uint64_t mark;			/* upper half: number of the thread; lower half: the row's offset / RCL_ALIGN */
	uint64_t unused[2];
	/* a line that changes with every section */
	uint64_t acquisitions;		/* by calls; a wait re-acquires too, and counts in waits */
	uint64_t next_look;		/* acquisitions when the next one is timed even if the lock is free */
	uint64_t hold;			/* ticks from an acquisition to the releasing call, by those timed */
	uint64_t longest_hold;
	uint64_t changes;		/* acquisitions of a lock that another thread had before */
	uint64_t wait;			/* ticks from the call to the acquisition, or to giving up */
	uint64_t contended;		/* acquisitions that found the lock taken */
	uint64_t release;		/* ticks of releasing calls that had to wake a waiter; others cost next to nothing */
	/* two lines that change now and then */
	uint64_t longest_wait;
	uint64_t longest_queue;		/* most threads that waited for one lock, this one included */
	uint64_t failures;		/* trylock that found the lock taken, timedlock that gave up */
	uint64_t waits;			/* waits on a condition */
	uint64_t idle;			/* ticks in them, re-acquisition included */
	uint64_t looked;		/* acquisitions when one was last timed, */
	uint64_t sampled;		/* and sampled */
	uint64_t next_sample;		/* acquisitions when the next sample is due */
	uint64_t samples;		/* of sections */
	uint64_t weight;		/* sections that the samples stand for, */
	uint64_t blocked;		/* those that went to sleep, */
	uint64_t preempted;		/* those that lost the processor, */
	uint64_t counted;		/* those whose counters were read; */
	uint64_t cycles;		/* their processor cycles, */
	uint64_t misses;		/* and cache misses */
	uint64_t accounted;		/* acquisitions that the timed holds stand for */
	/* [2 i]: number from 2^i ticks on, [2 i + 1]: from 1.5 * 2^i on */
	uint64_t holds[RCL_BUCKETS];
	uint64_t waits_for[RCL_BUCKETS];	/* acquisitions that found the lock taken */
};

enum rcl_relation {
	RCL_NESTED,	/* classes: `second` was acquired while `first` was held; `other`: and released after it */
	RCL_MET,	/* classes, by samples: `first` was acquired while another thread had or wanted `second`; `other`: wanted */
	RCL_BEHIND,	/* the row `first` waited for a lock that was last acquired at the site `second`; `other`: ticks */
};

/* What one thread saw of two things. */
struct rcl_pair {
	struct rcl_chunk chunk;
	uint64_t relation;		/* enum rcl_relation */
	uint64_t first, second;		/* addresses */
	uint64_t count;
	uint64_t other;
};

#endif
