/* SPDX-License-Identifier: MIT */
/*
 * thread.c - records and slots of threads, the switch of identity, fork.
 *
 * A thread gets a record at its first call and a slot at a server at its first
 * request there; both are given back when it ends.  Slots are handed out from
 * the lowest (the paper's adaptive renaming), because a server scans up to the
 * highest slot in use.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "arch.h"
#include "internal.h"

_Thread_local struct rcl_thread rcl_me;

/* Guards the records' list, the slots and the starts of servers. */
static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static struct rcl_thread *threads;		/* guarded by registry */
static unsigned int generation;			/* written in atfork's child,
						   where there is one thread */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;			/* constant after once */

/* Defined by the thread sanitizer's runtime, which loses its own per-thread
 * state when the thread pointer changes. */
extern void __tsan_init(void) __attribute__((weak));

void rcl_registry_lock(void)
{
	pthread_mutex_lock(&registry);
}

void rcl_registry_unlock(void)
{
	pthread_mutex_unlock(&registry);
}

/* All records.  Requires the registry. */
struct rcl_thread *rcl_threads(void)
{
	return threads;
}

unsigned int rcl_fork_generation(void)
{
	return generation;
}

/* Requires the registry. */
static void slot_free(struct rcl_server *server, unsigned int slot)
{
	unsigned int high = slot + 1;

	/* relaxed: the slot's owner is the only one to write in this state. */
	atomic_store_explicit(&server->requests[slot].state, RCL_IDLE,
			      memory_order_relaxed);
	server->used[slot / 64] &= ~(1ull << slot % 64);
	/* relaxed: written under the registry only. */
	if (high < atomic_load_explicit(&server->high, memory_order_relaxed))
		return;
	while (high > 0 &&
	       !(server->used[(high - 1) / 64] >> (high - 1) % 64 & 1))
		high--;
	/* seq_cst: as in slot_allocate(). */
	atomic_store_explicit(&server->high, high, memory_order_seq_cst);
}

/* Runs when a thread ends; it may come back to us afterwards, from other
 * destructors, and is then registered again. */
static void leave(void *record)
{
	struct rcl_thread *me = record;

	rcl_registry_lock();
	for (unsigned int i = 0; i < RCL_SERVERS; i++) {
		if (me->slot[i])
			slot_free(&rcl_servers[i], me->slot[i] - 1u);
		me->slot[i] = 0;
	}
	rcl_stats_retire(me);
	if (me->prev)
		me->prev->next = me->next;
	else
		threads = me->next;
	if (me->next)
		me->next->prev = me->prev;
	me->tp = 0;
	rcl_registry_unlock();
}

static void before_fork(void)
{
	rcl_registry_lock();
}

static void parent_after_fork(void)
{
	rcl_registry_unlock();
}

/* The child has one thread: servers start again at their next use, and every
 * slot is free.  A lock that other threads held stays held, as POSIX has it;
 * heirs of the old generation count for nothing. */
static void child_after_fork(void)
{
	generation = (generation + 1) & 0xffffu;
	threads = NULL;
	if (rcl_me.tp) {
		memset(rcl_me.slot, 0, sizeof(rcl_me.slot));
		rcl_me.next = rcl_me.prev = NULL;
		threads = &rcl_me;
	}
	rcl_stats_after_fork();
	rcl_pool_after_fork();
	pthread_mutex_init(&registry, NULL);
}

static void set_up(void)
{
	pthread_key_create(&key, leave);
	pthread_atfork(before_fork, parent_after_fork, child_after_fork);
}

/* Gives the calling thread its record. */
struct rcl_thread *rcl_register(void)
{
	struct rcl_thread *me = &rcl_me;

	pthread_once(&once, set_up);
	me->root = me;
	me->prev = NULL;
	rcl_registry_lock();
	me->next = threads;
	if (threads)
		threads->prev = me;
	threads = me;
	rcl_registry_unlock();
	me->tp = rcl_thread_pointer();
	pthread_setspecific(key, me);
	return me;
}

/* Requires the registry.  Returns RCL_SLOTS if all are taken. */
static unsigned int slot_allocate(struct rcl_server *server)
{
	unsigned int slot;

	for (unsigned int i = 0; i < RCL_SLOTS / 64; i++) {
		if (server->used[i] == ~0ull)
			continue;
		slot = i * 64 + (unsigned int)__builtin_ctzll(~server->used[i]);
		server->used[i] |= 1ull << slot % 64;
		/* relaxed read: written under the registry only.  seq_cst
		 * write: a server that does not see it yet sees the request's
		 * kick, which comes later in the same order. */
		if (slot >= atomic_load_explicit(&server->high,
						 memory_order_relaxed))
			atomic_store_explicit(&server->high, slot + 1,
					      memory_order_seq_cst);
		return slot;
	}
	return RCL_SLOTS;
}

/*
 * The request line of a thread at a server, which is started if need be; NULL
 * if it cannot be started or has no slot left.
 */
struct rcl_request *rcl_slot(struct rcl_thread *self, unsigned int number)
{
	struct rcl_server *server = &rcl_servers[number];
	unsigned int slot = self->slot[number];

	if (__builtin_expect(slot != 0, 1))
		return &server->requests[slot - 1];
	if (!rcl_server_start(number))
		return NULL;
	rcl_registry_lock();
	slot = slot_allocate(server);
	rcl_registry_unlock();
	if (slot == RCL_SLOTS)
		return NULL;
	self->slot[number] = (uint16_t)(slot + 1);
	return &server->requests[slot];
}

/* Whether a servicing thread can run a section as its client. */
bool rcl_can_switch(void)
{
	static _Atomic int known;	/* 0, or 1 + the answer; any thread
					   stores the same */
	/* relaxed: the value is all there is. */
	int answer = atomic_load_explicit(&known, memory_order_relaxed);

	if (answer == 0) {
		answer = 1 + (__tsan_init == NULL &&
			      (getauxval(AT_HWCAP2) & RCL_HWCAP2_SWITCH) ==
				      RCL_HWCAP2_SWITCH);
		/* relaxed: as above. */
		atomic_store_explicit(&known, answer, memory_order_relaxed);
	}
	return answer == 2;
}

/*
 * Runs the section with root's thread pointer.  Uses no thread-local variable,
 * and must not be inlined where one could be: compilers keep their addresses.
 */
static __attribute__((noinline)) int run_as(struct rcl_thread *self,
					    struct rcl_thread *root,
					    rcl_section_fn *section, void *ctx)
{
	struct rcl_thread *executor = root->executor;
	uintptr_t tp = rcl_thread_pointer();
	int result;

	if (tp == root->tp || !rcl_can_switch())
		return section(ctx);
	root->executor = self;
	rcl_set_thread_pointer(root->tp);
	result = section(ctx);
	rcl_set_thread_pointer(tp);
	root->executor = executor;
	return result;
}

/*
 * Runs a section on the thread self as belonging to root, with as much of
 * root's identity as the section needs.  Requires that root waits for it.
 */
int rcl_run(struct rcl_thread *self, struct rcl_thread *root,
	    enum rcl_identity identity, rcl_section_fn *section, void *ctx,
	    int *error)
{
	struct rcl_thread *outer = self->root;
	int result;

	self->root = root;
	if (identity == RCL_ID_THREAD) {
		result = run_as(self, root, section, ctx);
	} else if (identity == RCL_ID_ERRNO) {
		errno = *error;
		result = section(ctx);
		*error = errno;
	} else {
		result = section(ctx);
	}
	self->root = outer;
	return result;
}
