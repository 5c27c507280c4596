/* SPDX-License-Identifier: MIT */
/*
 * The threads: their records, their private sides, and how both pass from an ended thread to a new one.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "recorder.h"

enum {
	INDEX = 256,		/* rows that a new client has room for */
	THREADS = 4096,		/* after so many, a new thread continues the records of an ended one */
	ROUNDS = 3,		/* of key destructors in which a thread's own ones may still take mutexes */
};

_Thread_local struct rcl_client *rcl_self __attribute__((tls_model("initial-exec")));

static uint64_t threads;
static _Atomic(struct rcl_client *) clients;	/* all, linked by `other` */
static struct rcl_client *ended;	/* free list */
static pthread_key_t key;

static struct rcl_client *client_new(void)
{
	struct rcl_client *client = rcl_memory(sizeof *client);

	if (!client)
		return NULL;
	client->index = rcl_memory(INDEX * sizeof *client->index);
	if (!client->index) {
		munmap(client, sizeof *client);
		return NULL;
	}
	client->mask = INDEX - 1;
	/* relaxed: the list changes under the store's lock only, which is held */
	client->other = atomic_load_explicit(&clients, memory_order_relaxed);
	/* release: whoever walks the list sees the client's link */
	atomic_store_explicit(&clients, client, memory_order_release);
	return client;
}

struct rcl_client *rcl_threads_all(void)
{
	/* acquire: pairs with the release of client_new */
	return atomic_load_explicit(&clients, memory_order_acquire);
}

uint64_t rcl_threads_count(void)
{
	return threads;
}

/* A new record has no rows and pairs. */
static void forget_rows(struct rcl_client *client)
{
	memset(client->index, 0, (client->mask + 1) * sizeof(struct rcl_row *));
	memset(client->cache, 0, sizeof client->cache);
	if (client->pairs)
		memset(client->pairs, 0, RCL_PAIRS * sizeof(struct rcl_pair *));
	client->rows = client->pair_count = 0;
}

/* Gives the client a record for its next thread: a new one or, beyond some number of threads, the one it has. */
static bool renew(struct rcl_client *client)
{
	struct rcl_thread *thread = client->thread;

	if (thread && threads >= THREADS) {
		thread->earlier++;
		thread->earlier_life += thread->end - thread->start;
		return true;
	}
	thread = rcl_store_chunk(RCL_THREAD, sizeof *thread);
	if (!thread)
		return false;
	forget_rows(client);
	client->number = ++threads;
	client->thread = thread;
	return true;
}

/* Requires: the store's lock. */
static struct rcl_client *client_take(void)
{
	struct rcl_client *client = ended ? ended : client_new();

	if (!client)
		return NULL;
	ended = client->next;
	if (!renew(client)) {
		client->next = ended;
		ended = client;
		return NULL;
	}
	/* no life yet: rcl_thread_begin gives it one */
	client->thread->start = client->thread->end = client->thread->last = rcl_ticks();
	client->depth = 0;
	return client;
}

void rcl_thread_abandon(struct rcl_client *client)
{
	rcl_store_lock();
	client->next = ended;
	ended = client;
	rcl_store_unlock();
}

struct rcl_client *rcl_thread_prepare(uintptr_t start, void *argument)
{
	struct rcl_client *client;

	if (!rcl_store_usable())
		return NULL;
	rcl_store_lock();
	client = client_take();
	if (client) {
		client->argument = argument;
		client->thread->start_routine = start;
		rcl_module_note(start);
	}
	rcl_store_unlock();
	return client;
}

/* Effect: the thread's own stack is known. Allocates. */
static void note_stack(struct rcl_client *client)
{
	pthread_attr_t attributes;
	void *low = NULL;
	size_t size = 0;

	if (pthread_getattr_np(pthread_self(), &attributes))
		return;
	pthread_attr_getstack(&attributes, &low, &size);
	pthread_attr_destroy(&attributes);
	client->stack_low = (uintptr_t)low;
	client->stack_high = (uintptr_t)low + size;
}

static void begin_life(struct rcl_client *client)
{
	struct rcl_thread *thread = client->thread;

	thread->tid = (uint64_t)gettid();
	thread->start = thread->last = rcl_ticks();
	thread->end = 0;
	client->rounds = ROUNDS;
	client->stack_low = client->stack_high = 0;
	client->waits_for = NULL;
	rcl_sample_forget(client);
	rcl_counters_open(client);
	rcl_self = client;
	pthread_setspecific(key, client);
}

void rcl_thread_begin(struct rcl_client *client)
{
	begin_life(client);
	note_stack(client);
}

/* The stack stays unknown: to ask for it allocates, and the caller may be the program's allocator. */
struct rcl_client *rcl_thread_enter(void)
{
	struct rcl_client *client;

	if (!rcl_store_usable())
		return NULL;
	rcl_store_lock();
	client = client_take();
	if (client)
		client->thread->start_routine = 0;
	else
		rcl_store_lose();
	rcl_store_unlock();
	if (client)
		begin_life(client);
	return client;
}

void rcl_thread_enter_main(void)
{
	if (rcl_thread_enter())
		note_stack(rcl_self);
}

/* Destructor of the key. Comes back for some rounds: destructors of other keys may take mutexes. */
static void thread_end(void *argument)
{
	struct rcl_client *client = argument;

	client->thread->end = client->thread->last = rcl_ticks();
	if (--client->rounds) {
		pthread_setspecific(key, client);
		return;
	}
	rcl_self = NULL;
	/* relaxed: a hint */
	atomic_store_explicit(&client->now, 0, memory_order_relaxed);
	rcl_counters_close(client);
	rcl_thread_abandon(client);
	rcl_store_bar();
}

void rcl_threads_open(void)
{
	pthread_key_create(&key, thread_end);
}

/* The parent's other threads, which the child does not have, wait for nothing in it. */
static void forget_waiters(void)
{
	/* relaxed: there is one thread now */
	for (struct rcl_client *client = rcl_threads_all(); client; client = client->other)
		if (client->waits_for)
			atomic_store_explicit(&client->waits_for->waiters, 0, memory_order_relaxed);
	atomic_store_explicit(&clients, NULL, memory_order_relaxed);
}

void rcl_threads_forget(void)
{
	forget_waiters();
	rcl_self = NULL;
	pthread_setspecific(key, NULL);
	ended = NULL;
	threads = 0;
}
