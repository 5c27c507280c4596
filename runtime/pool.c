/* SPDX-License-Identifier: MIT */
/*
 * pool.c - the servicing threads of a server, and which of them leads.
 *
 * Of a server's servicing threads one leads: it alone scans.  The others run a
 * section that they began as leaders, or are spares, asleep.  When the leader
 * is stuck in a section, a spare is elected; the old leader finishes its
 * section and becomes a spare.  So at most one thread is free and awake, as in
 * the paper, and nobody has to count the free ones.  Spares that nobody has
 * needed for a while end, but for one.
 *
 * That the leader is stuck is noticed by itself, when it is about to sleep within
 * the library (rcl_hand_over), or by those who watch over it (watch.c).
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "arch.h"
#include "remote.h"

enum { RETIRE_S = 1 };	/* how long two spares wait for an election */

struct rcl_server rcl_servers[RCL_SERVERS];

struct own_thread {
	void *(*body)(void *);
	void *argument;
};

static void *own_thread_main(void *start)
{
	struct own_thread own = *(struct own_thread *)start;

	free(start);
	rcl_own_thread_begins();
	own.body(own.argument);
	rcl_own_thread_ends();
	return NULL;
}

/* Starts a thread of the library; returns 0 or a positive errno.  Signals belong
 * to the program's own threads, but for those that a section itself raises by a
 * fault. */
int rcl_create_thread(void *(*body)(void *), void *argument)
{
	static const int faults[] = { SIGSEGV, SIGBUS,	SIGFPE, SIGILL,
				      SIGTRAP, SIGABRT, SIGSYS };
	struct own_thread *start = malloc(sizeof(*start));
	sigset_t blocked, old;
	pthread_attr_t attr;
	pthread_t thread;
	int error;

	error = start ? pthread_attr_init(&attr) : ENOMEM;
	if (error) {
		free(start);
		return error;
	}
	*start = (struct own_thread){ body, argument };
	pthread_attr_setstacksize(&attr, rcl_stack_bytes);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigdelset(&blocked, faults[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &old);
	error = pthread_create(&thread, &attr, own_thread_main, start);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (error)
		free(start);
	pthread_attr_destroy(&attr);
	return error;
}

/* A servicer without a thread: one whose thread has ended, or a new one; NULL if
 * there is no memory.  Requires server->lock. */
static struct rcl_servicer *vacancy(struct rcl_server *server)
{
	struct rcl_servicer *servicer = server->servicers;

	while (servicer && !servicer->ended)
		servicer = servicer->sibling;
	if (servicer)
		return servicer;
	servicer = calloc(1, sizeof(*servicer));
	if (!servicer)
		return NULL;
	servicer->server = server;
	servicer->number = server->servicers ? server->servicers->number + 1 : 1;
	servicer->generation = rcl_fork_generation();
	servicer->ended = true;
	servicer->sibling = server->servicers;
	server->servicers = servicer;
	return servicer;
}

/* Adds a servicing thread to a server; it is a spare, or leads if one is wanted.
 * Returns 0 or a positive errno. */
int rcl_add_servicer(struct rcl_server *server)
{
	struct rcl_servicer *servicer;
	int error = ENOMEM;

	pthread_mutex_lock(&server->lock);
	servicer = vacancy(server);
	if (servicer)
		error = rcl_create_thread(rcl_servicer_main, servicer);
	if (!error)
		servicer->ended = false;
	server->starting = !error;
	pthread_mutex_unlock(&server->lock);
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

static struct rcl_servicer *leader_of(struct rcl_server *server)
{
	/* relaxed: written under the lock only. */
	return atomic_load_explicit(&server->leader, memory_order_relaxed);
}

/* Puts a spare in the place of the leader, if that is still the given one, which
 * overstays or is about to sleep. */
void rcl_depose(struct rcl_server *server, struct rcl_servicer *leader,
		bool overstays)
{
	struct rcl_servicer *spare = NULL;
	bool stock, leads;

	pthread_mutex_lock(&server->lock);
	leads = leader_of(server) == leader;
	if (leads) {
		spare = server->spares;
		server->wanting = spare == NULL;
	}
	if (leads && overstays && !leader->overstays) {
		leader->overstays = true;
		rcl_drop_priority(rcl_tid(leader));
	}
	if (spare) {
		server->spares = spare->next;
		crown(server, spare);
	}
	stock = server->spares != NULL;
	pthread_mutex_unlock(&server->lock);
	if (leads)
		rcl_flush_wakes(leader);
	if (spare) {
		/* release: pairs with wait_elected(). */
		atomic_store_explicit(&spare->elected, 1, memory_order_release);
		rcl_futex_wake(&spare->elected, 1);
		rcl_kick_parked(server);	/* the old one may sleep there */
	}
	if (!stock)
		rcl_tell_manager();
}

/* Makes the calling servicing thread the leader if one is wanted, else a spare;
 * returns whether it leads. */
static bool stand(struct rcl_servicer *me)
{
	struct rcl_server *server = me->server;
	struct rcl_servicer *stuck = NULL;
	bool leads, overstayed;

	pthread_mutex_lock(&server->lock);
	server->starting = false;
	overstayed = me->overstays;
	me->overstays = false;
	leads = server->wanting;
	if (leads) {
		stuck = leader_of(server);
		crown(server, me);
	} else {
		/* relaxed: nobody elects it before it is among the spares. */
		atomic_store_explicit(&me->elected, 0, memory_order_relaxed);
		me->next = server->spares;
		server->spares = me;
	}
	pthread_mutex_unlock(&server->lock);
	if (stuck)
		rcl_flush_wakes(stuck);
	if (leads)
		rcl_kick_parked(server);
	if (overstayed)
		rcl_take_priority(RCL_SERVICER);
	return leads;
}

/* Ends the service of a spare, unless it is the only one or has been elected
 * meanwhile; returns whether. */
static bool retire(struct rcl_servicer *me)
{
	struct rcl_server *server = me->server;
	struct rcl_servicer **place = &server->spares;
	bool retires;

	pthread_mutex_lock(&server->lock);
	while (*place && *place != me)
		place = &(*place)->next;
	retires = *place && (me->next || place != &server->spares);
	if (retires) {
		*place = me->next;
		rcl_add(&me->figures[RCL_RUN_DELAY], rcl_run_delay(rcl_tid(me)));
		me->thread->servicer = NULL;
		me->ended = true;
	}
	pthread_mutex_unlock(&server->lock);
	return retires;
}

/* Waits until the calling spare is elected; returns false if it has had to wait
 * too long beside others, and is to end. */
static bool wait_elected(struct rcl_servicer *me)
{
	struct timespec until;
	bool alone;

	pthread_mutex_lock(&me->server->lock);
	alone = !me->next;
	pthread_mutex_unlock(&me->server->lock);
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += RETIRE_S;
	/* acquire: pairs with rcl_depose(). */
	while (!atomic_load_explicit(&me->elected, memory_order_acquire)) {
		if (rcl_futex_wait(&me->elected, 0, alone ? NULL : &until,
				   CLOCK_MONOTONIC) != -ETIMEDOUT)
			continue;
		if (retire(me))
			return false;
		alone = true;
	}
	return true;
}

/* Called by a thread of the library that has run a section, with the generation in
 * which it was made: it must not be the copy of itself in a child. */
void rcl_may_go_on(unsigned int generation)
{
	if (generation == rcl_fork_generation())
		return;
	rcl_complain("a child that was forked inside a shipped section may only "
		     "exec or _exit");
	abort();
}

/* Makes the calling servicing thread a spare until it is elected; returns false
 * if it is to end instead. */
bool rcl_await_election(struct rcl_servicer *me)
{
	rcl_may_go_on(me->generation);
	return stand(me) || wait_elected(me);
}

/* Called by a servicing thread that is about to sleep inside of a section. */
void rcl_hand_over(struct rcl_servicer *me)
{
	rcl_flush_wakes(me);
	/* Only it itself can make this true; rcl_depose() checks. */
	if (leader_of(me->server) == me)
		rcl_depose(me->server, me, false);
}

/* Requires the registry. */
static int start(struct rcl_server *server, int cpu)
{
	void *slots;
	int error;

	server->cpu = cpu;
	server->wanting = true;
	server->started = rcl_now();
	pthread_mutex_init(&server->lock, NULL);
	if (!server->slots) {
		slots = mmap(NULL, sizeof(*server->slots),
			     PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (slots == MAP_FAILED)
			return errno;
		server->slots = slots;
	}
	rcl_place_memory(server);
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
	int error, cpu;

	/* acquire: pairs with start(). */
	if (atomic_load_explicit(&server->ready, memory_order_acquire))
		return true;
	rcl_self();	/* whose first call sets the library up */
	cpu = rcl_server_cpu(number);
	rcl_registry_lock();
	/* relaxed: written under the registry. */
	if (!server->failed &&
	    !atomic_load_explicit(&server->ready, memory_order_relaxed)) {
		error = start(server, cpu);
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

/* In the child: none of the clients of the slots is left.  The mutex of a request
 * that has been claimed may be gone; it has no heir. */
static void forsake_requests(struct rcl_slots *slots, const uint64_t *used)
{
	for (unsigned int slot = 0; slot < RCL_SLOTS; slot++) {
		struct rcl_request *request = &slots->requests[slot];
		/* relaxed, here and below: there is one thread. */
		unsigned int state = atomic_load_explicit(&request->state,
							  memory_order_relaxed);

		if ((used[slot / 64] >> slot % 64 & 1) &&
		    (state & RCL_PHASE) == RCL_POSTED &&
		    atomic_load_explicit(&slots->claims[slot],
					 memory_order_relaxed) !=
			    (state & RCL_NUMBER))
			rcl_remote_ops.forsake(request->mutex);
	}
}

/* In the child: no servicing thread is left, nor a watcher. */
void rcl_pool_after_fork(void)
{
	for (unsigned int i = 0; i < RCL_SERVERS; i++) {
		struct rcl_server *server = &rcl_servers[i];
		struct rcl_slots *slots = server->slots;
		bool failed = server->failed;

		if (!slots)
			continue;
		forsake_requests(slots, server->used);
		madvise(slots, sizeof(*slots), MADV_DONTNEED); /* makes it 0 */
		memset(server, 0, sizeof(*server));
		server->slots = slots;
		server->failed = failed;
	}
	rcl_watch_after_fork();
}
