/* SPDX-License-Identifier: MIT */
/*
 * pool.c - the servicing threads of a server, and which of them leads.
 *
 * Of a server's servicing threads one leads: it alone scans.  The others run a
 * section that they began as leaders, or are spares, asleep.  When the leader
 * is stuck in a section, a spare is elected; the old leader finishes its
 * section and becomes a spare.  So at most one thread is free and awake, as in
 * the paper, and nobody has to count the free ones.
 *
 * That the leader is stuck is noticed by itself, when it is about to sleep within
 * the library (rcl_hand_over), or by those who watch over it (watch.c).
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arch.h"
#include "internal.h"

enum { STACK_BYTES = 8 << 20 };		/* sections may come from main threads */

struct rcl_server rcl_servers[RCL_SERVERS];

/* Starts a thread of the library; returns 0 or a positive errno.  Signals belong
 * to the program's own threads, but for those that a section itself raises by a
 * fault. */
int rcl_create_thread(void *(*body)(void *), void *argument)
{
	static const int faults[] = { SIGSEGV, SIGBUS,	SIGFPE, SIGILL,
				      SIGTRAP, SIGABRT, SIGSYS };
	sigset_t blocked, old;
	pthread_attr_t attr;
	pthread_t thread;
	size_t stack = 0;
	int error;

	error = pthread_attr_init(&attr);
	if (error)
		return error;
	pthread_attr_getstacksize(&attr, &stack);
	if (stack < STACK_BYTES)
		pthread_attr_setstacksize(&attr, STACK_BYTES);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigdelset(&blocked, faults[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &old);
	error = pthread_create(&thread, &attr, body, argument);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&attr);
	return error;
}

/* Adds a servicing thread to a server; it is a spare, or leads if one is wanted.
 * Returns 0 or a positive errno. */
int rcl_add_servicer(struct rcl_server *server)
{
	struct rcl_servicer *servicer = calloc(1, sizeof(*servicer));
	int error;

	if (!servicer)
		return ENOMEM;
	servicer->server = server;
	servicer->generation = rcl_fork_generation();
	pthread_mutex_lock(&server->lock);
	error = rcl_create_thread(rcl_servicer_main, servicer);
	server->starting = !error;
	if (!error) {
		servicer->sibling = server->servicers;
		server->servicers = servicer;
	}
	pthread_mutex_unlock(&server->lock);
	if (error)
		free(servicer);
	return error;
}

/* Requires server->lock. */
static void crown(struct rcl_server *server, struct rcl_servicer *servicer)
{
	/* seq_cst: see leads() in server.c. */
	atomic_store_explicit(&server->leader, servicer, memory_order_seq_cst);
	server->wanting = false;
	server->elections++;
}

/* Puts a spare in the place of the leader, if that is still the given one. */
void rcl_depose(struct rcl_server *server, struct rcl_servicer *leader)
{
	struct rcl_servicer *spare = NULL;
	bool stock;

	pthread_mutex_lock(&server->lock);
	/* relaxed: written under the lock only. */
	if (atomic_load_explicit(&server->leader, memory_order_relaxed) ==
	    leader) {
		spare = server->spares;
		server->wanting = spare == NULL;
		if (spare) {
			server->spares = spare->next;
			crown(server, spare);
		}
	}
	stock = server->spares != NULL;
	pthread_mutex_unlock(&server->lock);
	if (spare) {
		rcl_flush_wakes(leader);
		/* release: pairs with rcl_await_election(). */
		atomic_store_explicit(&spare->elected, 1, memory_order_release);
		rcl_futex_wake(&spare->elected, 1);
		rcl_kick_parked(server);	/* the old one may sleep there */
	}
	if (!stock)
		rcl_tell_manager();
}

/* Makes the calling servicing thread a spare until it is elected. */
void rcl_await_election(struct rcl_servicer *me)
{
	struct rcl_server *server = me->server;

	if (me->generation != rcl_fork_generation()) {
		rcl_complain("a child that was forked inside a shipped section "
			     "may only exec or _exit");
		abort();
	}
	pthread_mutex_lock(&server->lock);
	server->starting = false;
	if (server->wanting) {
		crown(server, me);
		pthread_mutex_unlock(&server->lock);
		rcl_kick_parked(server);
		return;
	}
	/* relaxed: nobody elects it before it is among the spares. */
	atomic_store_explicit(&me->elected, 0, memory_order_relaxed);
	me->next = server->spares;
	server->spares = me;
	pthread_mutex_unlock(&server->lock);
	/* acquire: pairs with rcl_depose(). */
	while (!atomic_load_explicit(&me->elected, memory_order_acquire))
		rcl_futex_wait(&me->elected, 0, NULL, CLOCK_MONOTONIC);
}

/* Called by a servicing thread that is about to sleep inside of a section. */
void rcl_hand_over(struct rcl_servicer *me)
{
	rcl_flush_wakes(me);
	/* relaxed: only it itself can make this true; rcl_depose() checks. */
	if (atomic_load_explicit(&me->server->leader, memory_order_relaxed) ==
	    me)
		rcl_depose(me->server, me);
}

/* Requires the registry. */
static int start(struct rcl_server *server)
{
	const size_t bytes = RCL_SLOTS * sizeof(struct rcl_request);
	void *requests;
	int error;

	server->cpu = rcl_server_cpu(server->number);
	server->wanting = true;
	pthread_mutex_init(&server->lock, NULL);
	if (!server->requests) {
		requests = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (requests == MAP_FAILED)
			return errno;
		server->requests = requests;
	}
	error = rcl_add_servicer(server);
	if (!error)
		error = rcl_watch(server);
	if (error)
		return error;
	/* release: pairs with the manager and with rcl_server_start(). */
	atomic_store_explicit(&server->ready, true, memory_order_release);
	rcl_tell_manager();
	return 0;
}

/*
 * Starts a server unless it runs; returns whether it runs.  The first failure
 * is final, so that all threads agree on the kind of a mutex.
 */
bool rcl_server_start(unsigned int number)
{
	struct rcl_server *server = &rcl_servers[number];
	int error;

	/* acquire: pairs with start(). */
	if (atomic_load_explicit(&server->ready, memory_order_acquire))
		return true;
	rcl_registry_lock();
	/* relaxed: written under the registry. */
	if (!server->failed &&
	    !atomic_load_explicit(&server->ready, memory_order_relaxed)) {
		server->number = number;
		error = start(server);
		server->failed = error != 0;
		if (error)
			rcl_complain("server %u cannot start (%s); its mutexes "
				     "are of kind posix", number,
				     strerror(error));
	}
	/* relaxed: as above. */
	error = !atomic_load_explicit(&server->ready, memory_order_relaxed);
	rcl_registry_unlock();
	return !error;
}

/* In the child: no servicing thread is left, nor a watcher. */
void rcl_pool_after_fork(void)
{
	for (unsigned int i = 0; i < RCL_SERVERS; i++) {
		struct rcl_server *server = &rcl_servers[i];
		struct rcl_request *requests = server->requests;
		bool failed = server->failed;

		if (!requests)
			continue;
		memset(requests, 0,
		       atomic_load(&server->high) * sizeof(*requests));
		memset(server, 0, sizeof(*server));
		server->number = i;
		server->requests = requests;
		server->failed = failed;
	}
	rcl_watch_after_fork();
}
