/* SPDX-License-Identifier: MIT */
/*
 * What the recorder's files share. interpose.c holds the intercepted functions and the path of every lock and unlock;
 * store.c the mapped file; classes.c the classes of mutexes and the rows; threads.c the threads; modules.c says which
 * object an address lies in; calibrate.c measures the recorder itself.
 *
 * Who writes what: a row, a thread and a client are written by their thread only. Everything else changes under the
 * store's lock, which no path takes after the first acquisition of a mutex at a site by a thread.
 */
#ifndef RCL_RECORDER_H
#define RCL_RECORDER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "recording.h"

#define RCL_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

enum { RCL_HELD = 64 };

/* The intercepted functions as the C library has them; set by rcl_resolve. */
struct rcl_real {
	int (*init)(pthread_mutex_t *, const pthread_mutexattr_t *);
	int (*destroy)(pthread_mutex_t *);
	int (*lock)(pthread_mutex_t *);
	int (*trylock)(pthread_mutex_t *);
	int (*timedlock)(pthread_mutex_t *, const struct timespec *);
	int (*clocklock)(pthread_mutex_t *, clockid_t, const struct timespec *);
	int (*unlock)(pthread_mutex_t *);
	int (*wait)(pthread_cond_t *, pthread_mutex_t *);
	int (*timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
	int (*clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
	int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
};
extern struct rcl_real rcl_real;
void rcl_resolve(void);

/* A mutex that the thread holds. */
struct rcl_held {
	pthread_mutex_t *mutex;
	struct rcl_row *row;
	uint64_t acquired;	/* ticks */
	uint64_t nested;	/* further acquisitions of a recursive mutex */
};

/* A thread's private side: not in the file. */
struct rcl_client {
	struct rcl_thread *thread;
	struct rcl_row **index;	/* open hash of the thread's rows by class and site */
	size_t mask, rows;	/* size of the index minus 1; rows in it */
	uintptr_t stack_low, stack_high;
	uint64_t outermost;	/* ticks when the thread left the state of holding nothing */
	size_t depth;		/* mutexes held */
	struct rcl_held held[RCL_HELD];
	struct rcl_client *next;	/* free list */
	void *(*start)(void *);
	void *argument;
	unsigned rounds;	/* of key destructors still to let pass */
};

/* Initial-exec: one load from the thread pointer, and no allocation on first use. */
extern _Thread_local struct rcl_client *rcl_self __attribute__((tls_model("initial-exec")));

/* Address to class: open hash, read without the lock. `class` null: the mutex was destroyed. */
struct rcl_slot {
	_Atomic(uintptr_t) key;
	_Atomic(struct rcl_class *) class;
};
enum { RCL_SLOTS = 1 << 22 };
extern struct rcl_slot *rcl_slots;

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

/* Neighbouring mutexes get neighbouring slots: an array of locks then costs few pages. */
static inline size_t rcl_slot_of(uintptr_t key)
{
	return (key >> 4 ^ key >> 26 ^ key >> 48) & (RCL_SLOTS - 1);
}

static inline size_t rcl_row_hash(const struct rcl_class *class, uintptr_t site)
{
	return (uintptr_t)class / RCL_ALIGN * 31 + site;
}

/* The class of the mutex or other key; null if it is unknown. */
static inline struct rcl_class *rcl_class_find(uintptr_t key)
{
	for (size_t i = rcl_slot_of(key);; i = (i + 1) & (RCL_SLOTS - 1)) {
		/* acquire: pairs with the release that published the slot, and thereby its class */
		uintptr_t found = atomic_load_explicit(&rcl_slots[i].key, memory_order_acquire);

		if (found == key)
			return atomic_load_explicit(&rcl_slots[i].class, memory_order_acquire);
		if (!found)
			return NULL;
	}
}

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
/* Counts an acquisition that is not recorded. Requires: the store's lock. */
void rcl_store_lose(void);
/* Returns zeroed private memory, or null. */
void *rcl_memory(size_t bytes);

/* classes.c */

bool rcl_classes_open(void);
/* The row of the mutex and site for the calling thread, made if need be; null if it cannot be. */
struct rcl_row *rcl_row_make(struct rcl_client *client, pthread_mutex_t *mutex, uintptr_t site,
			     enum rcl_operation operation);
/* The mutex was initialised at the site, was destroyed. */
void rcl_mutex_made(pthread_mutex_t *mutex, uintptr_t site);
void rcl_mutex_gone(pthread_mutex_t *mutex);

/* threads.c */

void rcl_threads_open(void);
/* Forgets all threads, the calling one included: the process is a new child. */
void rcl_threads_forget(void);
/* Registers the calling thread and returns its client; null while nothing is recorded. Allocates nothing. */
struct rcl_client *rcl_thread_enter(void);
/* The same for the thread that starts the program. */
void rcl_thread_enter_main(void);
/* A client for a thread about to be created, and what becomes of it if the creation fails or when it runs. */
struct rcl_client *rcl_thread_prepare(void *(*start)(void *), void *argument);
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
