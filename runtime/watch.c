/* SPDX-License-Identifier: MIT */
/*
 * watch.c - who sees to it that a server's leader is not stuck (the paper's
 * Algorithm 3; its priorities are optional, see priority.c).
 *
 * The sentinel (the paper's backup thread), one a server, has the lowest
 * scheduling class.  It sees that the leader is in the same section as before
 * and that the kernel does not run it, and tells the manager.  The manager (the
 * paper's management thread), one a process, has a spare elected then; and once
 * a tick also where the leader has been in one section for a whole tick, running
 * or not.  It alone creates further servicing threads, and keeps a spare in
 * stock.  Both sleep while all servers do.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include "arch.h"
#include "remote.h"

enum {
	TICK_NS = 4000000,		/* the manager's, about a time slice */
	LOOK_NS = 250000,		/* the sentinel's */
	SECOND_LOOK_NS = 50000,		/* when it saw the leader in a section */
	LINGER_LOOKS = 20,		/* the sentinel's, after a server parks */
	LINGER_TICKS = 5,		/* the manager's, likewise */
};

static _Atomic unsigned int manager_idle;	/* 1 while it sleeps till told;
						   written by the manager */
static _Atomic unsigned int manager_told;	/* futex: 1 when it is to look; set
						   by any thread, reset by it */
static bool manager_started;			/* guarded by the registry */

/* Has the manager look now. */
void rcl_tell_manager(void)
{
	/* release: what is to be seen was written before. */
	if (!atomic_exchange_explicit(&manager_told, 1, memory_order_acq_rel))
		rcl_futex_wake(&manager_told, 1);
}

/* Called by a leader that wakes up. */
void rcl_watchers_wake(struct rcl_server *server)
{
	/* seq_cst: pairs with the watchers' store before they look whether the
	 * server is parked, and sleep. */
	if (atomic_load_explicit(&manager_idle, memory_order_seq_cst))
		rcl_tell_manager();
	if (atomic_load_explicit(&server->sentinel_idle, memory_order_seq_cst) &&
	    /* acq_rel: one waker is enough. */
	    atomic_exchange_explicit(&server->sentinel_idle, 0,
				     memory_order_acq_rel))
		rcl_futex_wake(&server->sentinel_idle, 1);
}

/* Whether the kernel has the thread run or ready to run; "yes" if in doubt. */
static bool runs(pid_t tid)
{
	char path[64], text[512], *name_end;
	ssize_t length;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return true;
	length = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (length <= 0)
		return true;
	text[length] = '\0';
	name_end = strrchr(text, ')');
	return !name_end || name_end[1] == '\0' || name_end[2] == 'R';
}

static void nap(long ns)
{
	const struct timespec time = { 0, ns };

	rcl_syscall(SYS_nanosleep, (long)&time, 0, 0, 0, 0, 0);
}

static bool parked(struct rcl_server *server)
{
	/* seq_cst: see rcl_watchers_wake(). */
	return atomic_load_explicit(&server->parked, memory_order_seq_cst);
}

/* Sleeps until the server's leader wakes up. */
static void sentinel_sleep(struct rcl_server *server)
{
	/* seq_cst: see rcl_watchers_wake(). */
	atomic_store_explicit(&server->sentinel_idle, 1, memory_order_seq_cst);
	if (!parked(server))
		/* relaxed: a wake too many does no harm. */
		atomic_store_explicit(&server->sentinel_idle, 0,
				      memory_order_relaxed);
	/* acquire: pairs with the wake. */
	while (atomic_load_explicit(&server->sentinel_idle,
				    memory_order_acquire))
		rcl_futex_wait(&server->sentinel_idle, 1, NULL,
			       CLOCK_MONOTONIC);
}

/* Whether the leader is in a section, the same one as at the last look. */
static bool same_section(struct rcl_server *server, struct rcl_servicer **seen,
			 unsigned int *seen_progress)
{
	/* acquire: the servicer's constant fields. */
	struct rcl_servicer *leader = atomic_load_explicit(
		&server->leader, memory_order_acquire);
	unsigned int progress;
	bool same;

	if (!leader)
		return false;
	/* relaxed: a guess; a deposal too many does no harm. */
	progress = atomic_load_explicit(&leader->progress,
					memory_order_relaxed);
	same = (progress & 1) && leader == *seen && progress == *seen_progress;
	*seen = leader;
	*seen_progress = progress;
	return same;
}

static void *sentinel_main(void *argument)
{
	const struct sched_param none = { 0 };
	struct rcl_server *server = argument;
	struct rcl_servicer *seen = NULL;
	unsigned int seen_progress = 0, quiet = 0;

	pthread_setname_np(pthread_self(), "rcl-sentinel");
	rcl_confine(server->cpu);
	if (!rcl_take_priority(RCL_SENTINEL) &&
	    sched_setscheduler(0, SCHED_IDLE, &none))
		return NULL;
	prctl(PR_SET_TIMERSLACK, 1);
	for (;;) {
		if (same_section(server, &seen, &seen_progress) &&
		    !runs(rcl_tid(seen))) {
			/* release: pairs with the manager's exchange. */
			atomic_store_explicit(&server->stuck, seen,
					      memory_order_release);
			rcl_tell_manager();
		}
		quiet = parked(server) ? quiet + 1 : 0;
		if (quiet > LINGER_LOOKS) {
			sentinel_sleep(server);
			quiet = 0;
		}
		nap(seen_progress & 1 ? SECOND_LOOK_NS : LOOK_NS);
	}
	return NULL;
}

/* Keeps a spare in stock. */
static void restock(struct rcl_server *server)
{
	bool empty;
	int error;

	pthread_mutex_lock(&server->lock);
	empty = !server->spares && !server->starting;
	pthread_mutex_unlock(&server->lock);
	if (!empty)
		return;
	error = rcl_add_servicer(server);
	if (error && !server->complained) {
		rcl_complain("server %u cannot have another thread (%s); its "
			     "sections wait for one another",
			     rcl_number_of(server), strerror(error));
		server->complained = true;
	}
}

/* The manager's look at one server; returns whether it is awake. */
static bool manage(struct rcl_server *server, bool tick)
{
	struct rcl_servicer *stuck;

	/* acquire: pairs with the sentinel. */
	stuck = atomic_exchange_explicit(&server->stuck, NULL,
					 memory_order_acquire);
	if (stuck)
		rcl_depose(server, stuck, true);
	if (tick && same_section(server, &server->seen, &server->seen_progress))
		rcl_depose(server, server->seen, true);
	restock(server);
	return !parked(server);
}

static bool manage_all(bool tick)
{
	bool awake = false;

	for (unsigned int i = 0; i < RCL_SERVERS; i++)
		/* acquire: the fields that the start wrote. */
		if (atomic_load_explicit(&rcl_servers[i].ready,
					 memory_order_acquire))
			awake |= manage(&rcl_servers[i], tick);
	return awake;
}

static void *manager_main(void *unused)
{
	struct timespec next;
	unsigned int quiet = 0;
	bool tick, told;

	(void)unused;
	pthread_setname_np(pthread_self(), "rcl-manager");
	rcl_confine(-1);
	rcl_take_priority(RCL_MANAGER);
	for (tick = false;;) {
		if (tick)
			rcl_balance();
		quiet = manage_all(tick) ? 0 : quiet + tick;
		/* seq_cst: see rcl_watchers_wake(). */
		atomic_store_explicit(&manager_idle, quiet > LINGER_TICKS,
				      memory_order_seq_cst);
		if (quiet > LINGER_TICKS && manage_all(false))
			quiet = 0;
		clock_gettime(CLOCK_MONOTONIC, &next);
		next.tv_nsec += TICK_NS;
		if (next.tv_nsec >= 1000000000) {
			next.tv_nsec -= 1000000000;
			next.tv_sec++;
		}
		tick = rcl_futex_wait(&manager_told, 0,
				      quiet > LINGER_TICKS ? NULL : &next,
				      CLOCK_MONOTONIC) == -ETIMEDOUT;
		/* acq_rel: pairs with rcl_tell_manager(). */
		told = atomic_exchange_explicit(&manager_told, 0,
						memory_order_acq_rel);
		if (told)
			quiet = 0;
	}
	return NULL;
}

/* Has a new server watched over; returns 0 or a positive errno.  Requires the
 * registry. */
int rcl_watch(struct rcl_server *server)
{
	int error = manager_started ? 0 : rcl_create_thread(manager_main, NULL);

	if (error)
		return error;
	manager_started = true;
	/* Where there is no sentinel, the manager's tick has to do. */
	rcl_create_thread(sentinel_main, server);
	return 0;
}

/* In the child: nobody watches. */
void rcl_watch_after_fork(void)
{
	manager_started = false;
	/* relaxed: there is one thread. */
	atomic_store_explicit(&manager_idle, 0, memory_order_relaxed);
	atomic_store_explicit(&manager_told, 0, memory_order_relaxed);
}
