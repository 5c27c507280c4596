/* SPDX-License-Identifier: MIT */
/*
 * The intercepted functions, and the path of every lock and unlock.
 *
 * A pair costs three readings of the clock: before and after the acquisition, and before the release. The release itself
 * is timed only where a waiter has to be woken, which is where it takes time. Acquisitions try first, to learn whether
 * the mutex was taken. Nothing on the path allocates, takes a lock or writes what another thread reads.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "recorder.h"

#define EXPORTED __attribute__((visibility("default")))
/* The call site: what the intercepted function would return to. */
#define SITE ((uintptr_t)__builtin_return_address(0))

#if defined(__x86_64__)
#define CONDITION_VERSION "GLIBC_2.3.2"
#else
#define CONDITION_VERSION "GLIBC_2.17"
#endif

struct rcl_real rcl_real;

/* POSIX lets functions pass through void *, ISO C does not: hence the store through the pointer's own bytes. */
static void resolve(void *function, const char *name)
{
	*(void **)function = dlsym(RTLD_NEXT, name);
}

/* The C library has two implementations of conditions; dlsym may answer with the one before 2003. */
static void resolve_condition(void *function, const char *name)
{
	*(void **)function = dlvsym(RTLD_NEXT, name, CONDITION_VERSION);
	if (!*(void **)function)
		resolve(function, name);
}

void rcl_resolve(void)
{
	resolve(&rcl_real.init, "pthread_mutex_init");
	resolve(&rcl_real.destroy, "pthread_mutex_destroy");
	resolve(&rcl_real.trylock, "pthread_mutex_trylock");
	resolve(&rcl_real.timedlock, "pthread_mutex_timedlock");
	resolve(&rcl_real.clocklock, "pthread_mutex_clocklock");
	resolve(&rcl_real.unlock, "pthread_mutex_unlock");
	resolve_condition(&rcl_real.wait, "pthread_cond_wait");
	resolve_condition(&rcl_real.timedwait, "pthread_cond_timedwait");
	resolve(&rcl_real.clockwait, "pthread_cond_clockwait");
	resolve(&rcl_real.create, "pthread_create");
	/* the last one: it is what tells that all are there */
	resolve(&rcl_real.lock, "pthread_mutex_lock");
}

__attribute__((constructor)) static void begin(void)
{
	rcl_resolve();
	if (rcl_store_open()) {
		rcl_thread_enter_main();
		rcl_store_calibrate();
	}
}

__attribute__((destructor)) static void end(void)
{
	rcl_store_close();
}

/* The calling thread's client. Another library's constructor may come before ours: hence the check. */
static struct rcl_client *self(void)
{
	struct rcl_client *client = rcl_self;

	if (RCL_UNLIKELY(!client)) {
		if (!rcl_real.lock)
			rcl_resolve();
		client = rcl_thread_enter();
	}
	return client;
}

static inline struct rcl_row *row_of(struct rcl_client *client, pthread_mutex_t *mutex, uintptr_t site,
				     enum rcl_operation operation)
{
	struct rcl_class *class = rcl_class_find((uintptr_t)mutex);

	if (RCL_UNLIKELY(!class))
		return rcl_row_make(client, mutex, site, operation);
	for (size_t i = rcl_row_hash(class, site);; i++) {
		struct rcl_row *row = client->index[i & client->mask];

		if (RCL_UNLIKELY(!row))
			return rcl_row_make(client, mutex, site, operation);
		if (row->owner == (uintptr_t)class && row->site == site)
			return row;
	}
}

static inline struct rcl_held *held_find(struct rcl_client *client, const pthread_mutex_t *mutex)
{
	for (struct rcl_held *held = client->held + client->depth; held-- > client->held;)
		if (held->mutex == mutex)
			return held;
	return NULL;
}

static inline void held_remove(struct rcl_client *client, struct rcl_held *held)
{
	struct rcl_held *last = &client->held[--client->depth];

	if (RCL_UNLIKELY(held != last))
		memmove(held, held + 1, (size_t)((char *)last - (char *)held));
}

static void held_forget(struct rcl_client *client, struct rcl_held *held)
{
	held_remove(client, held);
	client->thread->unended++;
}

static bool recursive(const pthread_mutex_t *mutex)
{
	return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;
}

/* Notes that the mutex is held. Returns false for a further acquisition of a recursive mutex: the section goes on. */
static inline bool section_begin(struct rcl_client *client, pthread_mutex_t *mutex, struct rcl_row *row, uint64_t called,
				 uint64_t acquired)
{
	struct rcl_held *held = held_find(client, mutex);

	if (RCL_UNLIKELY(held)) {
		if (recursive(mutex)) {
			held->nested++;
			return false;
		}
		/* another thread has released it for this one */
		held_forget(client, held);
	}
	if (RCL_UNLIKELY(client->depth == RCL_HELD))
		held_forget(client, client->held);
	if (!client->depth)
		client->outermost = called;
	client->held[client->depth++] = (struct rcl_held){ mutex, row, acquired, 0 };
	return true;
}

/* Not below zero, should the clocks of two cores disagree. */
static inline uint64_t elapsed(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/* Two buckets an octave: the exponent and the bit below the leading one. */
static inline unsigned bucket_of(uint64_t ticks)
{
	unsigned exponent = 63 - (unsigned)__builtin_clzll(ticks | 1);

	return 2 * exponent + (ticks << 1 >> exponent & 1);
}

static inline void section_end(struct rcl_client *client, struct rcl_held *held, uint64_t releasing, uint64_t released)
{
	struct rcl_row *row = held->row;
	uint64_t hold = elapsed(held->acquired, releasing);
	unsigned bucket = bucket_of(hold);

	row->hold += hold;
	if (hold > row->longest_hold)
		row->longest_hold = hold;
	row->holds[bucket < RCL_BUCKETS ? bucket : RCL_BUCKETS - 1]++;
	held_remove(client, held);
	client->thread->last = released;
	if (!client->depth)
		client->thread->in_sections += elapsed(client->outermost, released);
}

static inline bool acquired(int result)
{
	return result == 0 || result == EOWNERDEAD;
}

/* Accounts for an attempt to acquire that began and ended at the given ticks. */
static inline void attempted(struct rcl_client *client, pthread_mutex_t *mutex, struct rcl_row *row, int result,
			     bool contended, uint64_t called, uint64_t done)
{
	if (RCL_UNLIKELY(!acquired(result))) {
		if (result == EBUSY || result == ETIMEDOUT) {
			row->failures++;
			row->wait += elapsed(called, done);
		}
		return;
	}
	row->acquisitions++;
	if (contended)
		row->contended++;
	if (section_begin(client, mutex, row, called, done))
		row->wait += elapsed(called, done);
}

EXPORTED int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	struct rcl_client *client = self();
	struct rcl_row *row = client ? row_of(client, mutex, SITE, RCL_BY_LOCK) : NULL;
	uint64_t called;
	bool contended;
	int result;

	if (RCL_UNLIKELY(!row))
		return rcl_real.lock(mutex);
	called = rcl_ticks();
	result = rcl_real.trylock(mutex);
	contended = result == EBUSY;
	if (contended)
		result = rcl_real.lock(mutex);
	attempted(client, mutex, row, result, contended, called, rcl_ticks());
	return result;
}

EXPORTED int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	struct rcl_client *client = self();
	struct rcl_row *row = client ? row_of(client, mutex, SITE, RCL_BY_TRYLOCK) : NULL;
	uint64_t called;
	int result;

	if (RCL_UNLIKELY(!row))
		return rcl_real.trylock(mutex);
	called = rcl_ticks();
	result = rcl_real.trylock(mutex);
	attempted(client, mutex, row, result, false, called, rcl_ticks());
	return result;
}

/* timedlock and clocklock, which differ in the clock only; `clock` null: timedlock. */
static inline int lock_until(pthread_mutex_t *mutex, const clockid_t *clock, const struct timespec *deadline,
			     uintptr_t site)
{
	struct rcl_client *client = self();
	struct rcl_row *row = client ? row_of(client, mutex, site, RCL_BY_TIMEDLOCK) : NULL;
	uint64_t called = rcl_ticks();
	int result = row ? rcl_real.trylock(mutex) : EBUSY;
	bool contended = result == EBUSY;

	if (contended)
		result = clock ? rcl_real.clocklock(mutex, *clock, deadline) : rcl_real.timedlock(mutex, deadline);
	if (row)
		attempted(client, mutex, row, result, contended, called, rcl_ticks());
	return result;
}

EXPORTED int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
	return lock_until(mutex, NULL, deadline, SITE);
}

EXPORTED int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
	return lock_until(mutex, &clock, deadline, SITE);
}

EXPORTED int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	struct rcl_client *client = self();
	struct rcl_held *held = client ? held_find(client, mutex) : NULL;
	uint64_t releasing, released;
	bool waiters;
	int result;

	if (RCL_UNLIKELY(!held))
		return rcl_real.unlock(mutex);
	if (RCL_UNLIKELY(held->nested)) {
		held->nested--;
		return rcl_real.unlock(mutex);
	}
	releasing = released = rcl_ticks();
	/* above 1: somebody sleeps (or the mutex has a protocol, and the release is a system call anyway) */
	waiters = (unsigned)mutex->__data.__lock > 1;
	result = rcl_real.unlock(mutex);
	if (RCL_UNLIKELY(waiters)) {
		released = rcl_ticks();
		held->row->release += elapsed(releasing, released);
	}
	section_end(client, held, releasing, released);
	return result;
}

EXPORTED int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
	self();
	rcl_mutex_made(mutex, SITE);
	return rcl_real.init(mutex, attributes);
}

EXPORTED int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
	self();
	rcl_mutex_gone(mutex);
	return rcl_real.destroy(mutex);
}

/* A wait on a condition: the section's row and when it began. */
struct wait {
	struct rcl_client *client;
	struct rcl_row *row;	/* null: this thread is not known to hold the mutex */
	uint64_t called;
};

static struct wait wait_begin(pthread_mutex_t *mutex)
{
	struct rcl_client *client = self();
	struct rcl_held *held = client ? held_find(client, mutex) : NULL;
	struct wait wait = { client, held ? held->row : NULL, rcl_ticks() };

	if (held)
		section_end(client, held, wait.called, wait.called);
	return wait;
}

static int wait_end(struct wait wait, pthread_mutex_t *mutex, int result)
{
	uint64_t done = rcl_ticks();

	if (wait.row) {
		wait.row->waits++;
		wait.row->idle += elapsed(wait.called, done);
		section_begin(wait.client, mutex, wait.row, done, done);
	}
	return result;
}

EXPORTED int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	struct wait wait = wait_begin(mutex);

	return wait_end(wait, mutex, rcl_real.wait(condition, mutex));
}

EXPORTED int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline)
{
	struct wait wait = wait_begin(mutex);

	return wait_end(wait, mutex, rcl_real.timedwait(condition, mutex, deadline));
}

EXPORTED int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
				    const struct timespec *deadline)
{
	struct wait wait = wait_begin(mutex);

	return wait_end(wait, mutex, rcl_real.clockwait(condition, mutex, clock, deadline));
}

static void *thread_main(void *argument)
{
	struct rcl_client *client = argument;

	rcl_thread_begin(client);
	return client->start(client->argument);
}

/* The process has created a thread. */
static atomic_flag threaded = ATOMIC_FLAG_INIT;

EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
	struct rcl_client *client;
	int result;

	self();
	client = rcl_thread_prepare(start, argument);
	if (!client)
		return rcl_real.create(thread, attributes, start, argument);
	result = rcl_real.create(thread, attributes, thread_main, client);
	if (result)
		rcl_thread_abandon(client);
	/* relaxed: only the first one counts, whatever the order */
	else if (!atomic_flag_test_and_set_explicit(&threaded, memory_order_relaxed))
		rcl_store_calibrate();
	return result;
}
