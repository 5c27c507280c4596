/* SPDX-License-Identifier: MIT */
/*
 * What the recorder's files share. begin.c finds the C library's functions, begins and ends; section.h holds the path of
 * every acquisition and release; mutex.c, rwlock.c, wait.c and create.c the intercepted functions; sample.c what is
 * looked at now and then, counters.c the hardware's counters; store.c the mapped file; classes.c the classes of locks
 * and the rows, pairs.c the pairs; threads.c the threads; modules.c says which object an address lies in; calibrate.c
 * measures the recorder itself.
 *
 * Who writes what: a row, a pair, a thread and a client are written by their thread only. A slot's `holder` is written
 * by whoever acquires the lock. Everything else changes under the store's lock, which no path takes after the first
 * acquisition of a lock at a site by a thread.
 */
#ifndef RCL_RECORDER_H
#define RCL_RECORDER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

#include "recording.h"

#define RCL_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define RCL_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define RCL_EXPORTED __attribute__((visibility("default")))
/* The call site: what the intercepted function would return to. */
#define RCL_SITE ((uintptr_t)__builtin_return_address(0))

enum {
	RCL_HELD = 64,		/* locks that a thread may hold and be followed */
	RCL_CACHE = 256,	/* of a thread: places of the locks and sites last used */
	RCL_PAIRS = 1024,	/* size of a thread's index of pairs */
	RCL_COUNTERS = 2,	/* cycles, cache misses */
};

/* The intercepted functions. The last one tells that all are resolved. */
#define RCL_INTERCEPTED(X)                                                                                             \
	X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_trylock) X(pthread_mutex_timedlock)             \
	X(pthread_mutex_clocklock) X(pthread_mutex_unlock) X(mtx_init) X(mtx_destroy) X(cnd_init) X(cnd_destroy)       \
	X(cnd_wait) X(cnd_timedwait) X(thrd_create) X(pthread_rwlock_init) X(pthread_rwlock_destroy)                   \
	X(pthread_rwlock_unlock) X(pthread_rwlock_rdlock) X(pthread_rwlock_tryrdlock)                                  \
	X(pthread_rwlock_timedrdlock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_wrlock)                           \
	X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockwrlock)                        \
	X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock)                      \
	X(pthread_spin_unlock) X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait)                       \
	X(pthread_cond_timedwait) X(pthread_cond_clockwait) X(pthread_barrier_init) X(pthread_barrier_destroy)         \
	X(pthread_barrier_wait) X(pthread_create) X(pthread_mutex_lock)

/* They as the C library has them; set by rcl_resolve. */
struct rcl_real {
#define RCL_FIELD(name) __typeof__(name) *name;
	RCL_INTERCEPTED(RCL_FIELD)
#undef RCL_FIELD
};
extern struct rcl_real rcl_real;
void rcl_resolve(void);

/* GLib's, without its header: the program may not use it, or load it late. */
void g_mutex_init(void *mutex);
void g_mutex_clear(void *mutex);
void g_mutex_lock(void *mutex);
int g_mutex_trylock(void *mutex);
void g_mutex_unlock(void *mutex);
void g_cond_init(void *condition);
void g_cond_clear(void *condition);
void g_cond_wait(void *condition, void *mutex);
int g_cond_wait_until(void *condition, void *mutex, int64_t end_time);

#define RCL_OF_GLIB(X)                                                                                                 \
	X(g_mutex_init) X(g_mutex_clear) X(g_mutex_lock) X(g_mutex_trylock) X(g_mutex_unlock) X(g_cond_init)           \
	X(g_cond_clear) X(g_cond_wait) X(g_cond_wait_until)

/* They as GLib has them. Requires that one of them has been called. */
struct rcl_glib {
#define RCL_FIELD(name) __typeof__(name) *name;
	RCL_OF_GLIB(RCL_FIELD)
#undef RCL_FIELD
};
const struct rcl_glib *rcl_glib(void);

/* Address to class: open hash, read without the lock. */
struct rcl_slot {
	_Atomic(uintptr_t) key;
	_Atomic(struct rcl_class *) class;	/* null: the lock was destroyed */
	_Atomic(uint64_t) holder;		/* mark of the row of the latest acquisition; 0: none yet */
	_Atomic(int64_t) waiters;
};
enum { RCL_SLOTS = 1 << 22 };
extern struct rcl_slot *rcl_slots;

/* Where an acquisition is recorded. */
struct rcl_place {
	struct rcl_row *row;	/* null: nowhere */
	struct rcl_slot *slot;
};

/* A lock that the thread holds. */
struct rcl_held {
	uintptr_t lock;
	struct rcl_row *row;
	uint64_t acquired;	/* ticks; 0: not timed */
	uint32_t weight;	/* sections that this one stands for; 0: not timed */
	uint32_t nested;	/* further acquisitions of a recursive mutex, or by the same reader */
	bool sampled;
};

/* Armed by an attempt that was looked at; running from its success to the end of the section. */
enum rcl_sampling { RCL_UNARMED, RCL_ARMED, RCL_RUNNING };

/* The section that is being sampled: what had been counted when it began. */
struct rcl_sample {
	enum rcl_sampling state;
	bool counted;
	uint64_t weight;
	uint64_t sleeps, switches;
	uint64_t counters[RCL_COUNTERS];
};

/* A thread's private side: not in the file. */
struct rcl_client {
	/* a line that other threads look at */
	_Atomic(uintptr_t) now;		/* class of its innermost section, 0: none; plus 1 while it waits to enter it */
	struct rcl_client *other;	/* list of all clients; constant */

	_Alignas(RCL_ALIGN) struct rcl_thread *thread;
	uint64_t outermost;	/* ticks when the thread left the state of holding nothing; 0: not timed */
	uint64_t outermost_weight;	/* times of holding something that this one stands for */
	size_t depth;		/* locks held */
	struct rcl_held held[RCL_HELD];
	struct rcl_place cache[RCL_CACHE];
	struct rcl_row **index;	/* open hash of the thread's rows by class and site */
	size_t mask, rows;	/* size of the index minus 1; rows in it */
	struct rcl_pair **pairs;	/* the same of its pairs; null: none yet */
	size_t pair_count;
	uint64_t number;	/* of the thread, from 1 on */
	uintptr_t stack_low, stack_high;
	struct rcl_slot *waits_for;	/* null: it does not wait */
	struct rcl_sample sample;
	const void *counters[RCL_COUNTERS];	/* the kernel's pages; null: there are none */
	struct rcl_client *next;	/* free list */
	void *(*start)(void *);
	int (*start_c11)(void *);
	void *argument;
	unsigned rounds;	/* of key destructors still to let pass */
};

/* Initial-exec: one load from the thread pointer, and no allocation on first use. */
extern _Thread_local struct rcl_client *rcl_self __attribute__((tls_model("initial-exec")));

static inline uint64_t rcl_ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t now;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
	return now;
#else
#error "the recorder knows the cycle counters of x86-64 and aarch64"
#endif
}

/* Not below zero, should the clocks of two cores disagree. */
static inline uint64_t rcl_elapsed(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/* Two buckets an octave: the exponent and the bit below the leading one. */
static inline void rcl_bucket_count(uint64_t *buckets, uint64_t ticks, uint64_t weight)
{
	unsigned exponent = 63 - (unsigned)__builtin_clzll(ticks | 1);
	unsigned bucket = 2 * exponent + (ticks << 1 >> exponent & 1);

	buckets[bucket < RCL_BUCKETS ? bucket : RCL_BUCKETS - 1] += weight;
}

/* begin.c */

/* The calling thread's client, which it gets if it has none; null while nothing is recorded. */
struct rcl_client *rcl_enter(void);

/* store.c */

/* Starts recording if RCL_PROFILE asks for it. */
bool rcl_store_open(void);
/* Measures the recorder into the header. */
void rcl_store_calibrate(void);
/* The process ends by exit. */
void rcl_store_close(void);
/* Whether the calling thread may take the store's lock: something is recorded, and it does not hold the lock already. */
bool rcl_store_usable(void);
void rcl_store_lock(void);
void rcl_store_unlock(void);
/* Effect: the calling thread, which ends, records nothing any more. */
void rcl_store_bar(void);
/* Returns a zeroed chunk, or null when the file cannot grow. Requires: the store's lock. */
void *rcl_store_chunk(enum rcl_chunk_kind kind, size_t bytes);
/* Offset of a chunk in units of RCL_ALIGN, and back; null if there is no row. */
uint32_t rcl_store_number(const void *chunk);
const struct rcl_row *rcl_store_row(uint32_t number);
/* Counts an acquisition, an event of a pair that is not recorded. Requires: the store's lock. */
void rcl_store_lose(void);
void rcl_store_lose_pair(void);
/* Says whether hardware counters could be opened: 0 or an errno. */
void rcl_store_counters(int error);
/* Returns zeroed private memory, or null. */
void *rcl_memory(size_t bytes);

/* classes.c */

bool rcl_classes_open(void);
/* The slot of a lock's address; null if it is unknown. */
struct rcl_slot *rcl_slot_find(uintptr_t lock);
/* Where the thread records the lock and site, found in its index or made. */
struct rcl_place rcl_place_find(struct rcl_client *client, uintptr_t lock, uintptr_t site, enum rcl_type type,
				enum rcl_operation operation);
/* The lock was initialised at the site, was destroyed. */
void rcl_lock_made(const volatile void *lock, uintptr_t site, enum rcl_type type);
void rcl_lock_gone(const volatile void *lock);

/* pairs.c */

/* Adds to what the thread saw of two things. */
void rcl_pair_add(struct rcl_client *client, enum rcl_relation relation, uintptr_t first, uintptr_t second,
		  uint64_t count, uint64_t other);

/* sample.c */

/* An attempt to acquire is looked at, and maybe arms a sample. Returns the ticks after that. */
uint64_t rcl_look(struct rcl_client *client, struct rcl_row *row);
/* How many attempts the one looked at stands for: itself, and those since the last one. */
uint64_t rcl_look_weight(struct rcl_row *row);
/* The armed sample begins, its section ends, or is not followed any more. */
void rcl_sample_begin(struct rcl_client *client);
void rcl_sample_end(struct rcl_client *client, const struct rcl_held *held, uint64_t releasing);
void rcl_sample_forget(struct rcl_client *client);

/* counters.c */

/* Opens the counters of the calling thread, if the machine has any. */
void rcl_counters_open(struct rcl_client *client);
void rcl_counters_close(struct rcl_client *client);
/* Reads them. Returns false if they cannot be read now. */
bool rcl_counters_read(const struct rcl_client *client, uint64_t values[RCL_COUNTERS]);

/* threads.c */

void rcl_threads_open(void);
/* Forgets all threads, the calling one included: the process is a new child. */
void rcl_threads_forget(void);
/* The clients of all threads, linked by `other`, and how many there are. */
struct rcl_client *rcl_threads_all(void);
uint64_t rcl_threads_count(void);
/* Registers the calling thread and returns its client; null while nothing is recorded. Allocates nothing. */
struct rcl_client *rcl_thread_enter(void);
/* The same for the thread that starts the program. */
void rcl_thread_enter_main(void);
/* A client for a thread about to be created, and what becomes of it if the creation fails or when it runs. */
struct rcl_client *rcl_thread_prepare(uintptr_t start, void *argument);
void rcl_thread_abandon(struct rcl_client *client);
void rcl_thread_begin(struct rcl_client *client);

/* modules.c */

/* Records the object that the address lies in, once each. Requires: the store's lock. */
void rcl_module_note(uintptr_t address);
/* True if the address lies in an executable or shared object. */
bool rcl_module_has(uintptr_t address);
/* True if the address lies in the executable's thread-local block of the calling thread; its offset in there. */
bool rcl_thread_local(uintptr_t address, uintptr_t *offset);

/* calibrate.c */

/* Measures a pair with and without the recorder into the header. Requires: the calling thread has entered. */
void rcl_calibrate(struct rcl_header *header);

#endif
