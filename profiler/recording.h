/* SPDX-License-Identifier: MIT */
/*
 * The layout of a recording: what the preload recorder writes and driver/rcl/recording.py reads.
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

#define RCL_RECORDING_LINE "rcl-recording-1\n"

enum {
	RCL_ALIGN = 128,	/* two lines: rows of two threads never share a prefetched pair */
	RCL_BUCKETS = 96,	/* of a row's histogram */
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
};

enum rcl_chunk_kind { RCL_FREE, RCL_MODULE, RCL_CLASS, RCL_THREAD, RCL_ROW };

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

/*
 * A static mutex; or all other mutexes that share the initialising or, lacking that, the first acquiring call site, with
 * the first one's address.
 */
struct rcl_class {
	struct rcl_chunk chunk;
	uint64_t storage;		/* enum rcl_storage */
	uint64_t mutex;			/* its address; if thread-local, its offset in the executable's thread-local block */
	uint64_t init_site;		/* return address of the initialising call; 0: never initialised by a call */
	uint64_t first_site;		/* return address of the first acquiring call; 0: never acquired */
	uint64_t mutexes;		/* how many were seen */
};

struct rcl_thread {
	struct rcl_chunk chunk;
	uint64_t tid;			/* 0: it has never run */
	uint64_t start_routine;		/* 0: the thread that came with the process, or was not made by pthread_create */
	uint64_t start, end;		/* ticks; end 0: still running */
	uint64_t last;			/* ticks of the last recorded event */
	uint64_t in_sections;		/* ticks in sections of any mutex, nested ones counted once */
	uint64_t unended;		/* sections whose end was not seen: another thread released, or too many were held */
	uint64_t earlier;		/* number of ended threads that used this chunk before, */
	uint64_t earlier_life;		/* and their ticks */
};

enum rcl_operation { RCL_BY_LOCK, RCL_BY_TRYLOCK, RCL_BY_TIMEDLOCK };

/*
 * What one thread did with the mutexes of one class at one acquiring call site. A wait on a condition interrupts the
 * section: the time in it is idle, the parts before and after it are two holds.
 */
struct rcl_row {
	struct rcl_chunk chunk;
	uint64_t owner;			/* address of its struct rcl_class */
	uint64_t site;			/* return address */
	uint64_t acquisitions;		/* by calls; a wait re-acquires too, and counts in waits */
	uint64_t contended;		/* acquisitions that found the mutex taken */
	uint64_t wait;			/* ticks from the call to the acquisition, or to giving up */
	uint64_t hold;			/* ticks from an acquisition to the releasing call */
	uint64_t longest_hold;
	uint64_t thread;		/* address of its struct rcl_thread */
	uint64_t operation;		/* enum rcl_operation */
	uint64_t release;		/* ticks of releasing calls that had to wake a waiter; others cost next to nothing */
	uint64_t failures;		/* trylock that found the mutex taken, timedlock that gave up */
	uint64_t waits;			/* waits on a condition */
	uint64_t idle;			/* ticks in them, re-acquisition included */
	uint64_t unused[2];		/* fills the pair of lines */
	uint64_t holds[RCL_BUCKETS];	/* [2 i]: number of holds from 2^i ticks on, [2 i + 1]: from 1.5 * 2^i on */
};

#endif
