/* SPDX-License-Identifier: MIT */
/*
 * internal.h - what the library's files share, and which there are.
 *
 * kinds.h, mutex.c, c11.c, glib.c
 *		the words of a mutex, the public calls and the table of kinds
 * config.c	the environment, the lock classes
 * posix.c	kinds posix and inline
 * owned.h, owned.c
 *		what all other kinds share: owners, recursion, the caller's part
 * node.c	nodes of queues and lists
 * queue.h, queue.c
 *		the queue of waiting threads of several kinds
 * spin.c, ticket.c, mcs.c, mcs_tp.c
 *		the kinds of these names
 * combine.h, combine.c
 *		what the kinds that combine share
 * flat_combining.c, cc_synch.c, dsm_synch.c
 *		the kinds of these names
 * sanl.c, board.h, board.c, vote.c
 *		kind sanl
 * crowd.h, adaptive.c, steer.c, aide.c, spare.c
 *		kind adaptive
 * remote.h, remote.c
 *		kind rcl, its records; the client's side: requests and leases
 * server.c	kind rcl, the servicing threads' loop; the request's states
 * list.c	which slots they scan
 * pool.c	the servicing threads; which of them leads
 * balance.c	mutexes that move between servers
 * watch.c	the management thread and the sentinels
 * thread.h, thread.c
 *		records and slots of threads, identity, fork
 * deadlock.c	who waits for whom
 * cond.c	condition variables
 * wait.c	spin, yield, park
 * topology.c	processors, and how near they are to each other
 * placement.h, placement.c
 *		where servers and their clients should run
 * affinity.c	where they do: RCL_CORES, RCL_CLIENTS
 * priority.c	RCL_FIFO
 * stats.c	RCL_STATS
 * jitter.h	atomic accesses that come late, for tests
 */
#ifndef RCL_INTERNAL_H
#define RCL_INTERNAL_H

#include "thread.h"

/* Adds to a counter that has one writer. */
static inline void rcl_add(_Atomic uint64_t *counter, uint64_t value)
{
	/* relaxed: read by the statistics only. */
	atomic_store_explicit(
		counter,
		atomic_load_explicit(counter, memory_order_relaxed) + value,
		memory_order_relaxed);
}

/* config.c */
unsigned int rcl_config_kind(const char *name, unsigned int declared);
unsigned int rcl_config_class(const char *name);
const char *rcl_config_class_name(unsigned int number);
void rcl_complain(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* flat_combining.c */
void rcl_records_return(struct rcl_thread *self);

/* aide.c */
void rcl_aides_after_fork(void);

/* spare.c */
void rcl_spare_after_fork(void);

/* board.c */
void rcl_number_return(struct rcl_thread *self);
void rcl_boards_after_fork(struct rcl_thread *self);

/* last.c */
void rcl_own_thread_begins(void);
void rcl_own_thread_ends(void);
void rcl_last_after_fork(void);

/* wait.c */
bool rcl_await(struct rcl_thread *self, _Atomic unsigned int *state,
	       const struct timespec *abstime);
void rcl_await_waking(_Atomic unsigned int *state);
bool rcl_await_briefly(struct rcl_thread *self, _Atomic unsigned int *state);
bool rcl_sleep(struct rcl_thread *self, _Atomic unsigned int *state,
	       const struct timespec *abstime);
uint64_t rcl_now(void);
bool rcl_passed(const struct timespec *abstime);
bool rcl_spins(const struct rcl_spinner *spinner, unsigned int step);
bool rcl_idle(struct rcl_spinner *spinner, unsigned int step);
void rcl_idle_over(struct rcl_spinner *spinner, unsigned int steps);
bool rcl_spin(unsigned int *turns, const struct timespec *abstime);
bool rcl_spin_for(struct rcl_thread *self, unsigned int *turns,
		  const struct timespec *abstime);
void rcl_guard_lock(_Atomic unsigned int *guard);
void rcl_guard_unlock(_Atomic unsigned int *guard);

/* cond.c */
void rcl_cond_goes_by_monotonic(rcl_cond_t *c);
int rcl_native_wait(rcl_cond_t *c, rcl_mutex_t *m,
		    const struct timespec *abstime);
int rcl_fifo_wait(rcl_cond_t *c, rcl_mutex_t *m,
		  const struct timespec *abstime);
void rcl_wait_as_asked(void);
void rcl_forsake_wait(struct rcl_thread *thread);

/* topology.c */
struct rcl_machine;
unsigned int rcl_cpu_count(void);
const cpu_set_t *rcl_allowed(void);
bool rcl_has_nodes(void);
const struct rcl_machine *rcl_machine(void);

/* stats.c */
uint64_t rcl_run_delay(pid_t tid);
enum rcl_event {
	RCL_EXECUTED,
	RCL_LEASED,
	RCL_COMBINED,			/* of those executed, by another thread
					   that held the mutex */
	RCL_BY_SERVER,			/* of those executed, by a thread that is
					   there for it (aide.c, board.c) */
	RCL_NAPS,			/* of those who waited (adaptive.c) */
	RCL_NOMINATIONS,		/* of servers (sanl.c), */
	RCL_RENOMINATIONS,		/* those of them whose thread had waited, */
	RCL_DOWNGRADES,			/* and terms that are over */
	RCL_EVENTS
};
/* A mutex works in another way from now on. */
struct rcl_turn {
	const void *mutex;
	unsigned int class;
	const char *way;
	const char *why;
	unsigned int rate, before;	/* sections a millisecond, in that way and
					   in the one before it (steer.c); or */
	unsigned int contention;	/* in per cent (vote.c) */
};
extern bool rcl_stats_on;
void rcl_count(rcl_mutex_t *m, enum rcl_event event);
void rcl_count_of(unsigned int class, enum rcl_event event);
void rcl_take_back(unsigned int class, enum rcl_event event);
void rcl_note_turn(const struct rcl_turn *turn);
void rcl_stats_after_fork(void);
void rcl_stats_retire(struct rcl_thread *thread);

#endif /* RCL_INTERNAL_H */
