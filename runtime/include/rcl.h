/* SPDX-License-Identifier: MIT */
/*
 * rcl.h - critical sections that run where they run fastest
 *
 * A critical section is a function.  rcl_exec() has it executed under a
 * mutex: by the calling thread, or by a server thread that executes all the
 * sections of that mutex and so keeps their data in its own cache ("Remote
 * Core Locking", Lozi et al., USENIX ATC 2012; the structures are those of
 * its Figure 2).  Which of the two is a property of the mutex's class and can
 * be changed without touching the code:
 *
 *	rcl_config.h, one line a class:
 *
 *	#define RCL_LOCK_queue_lock	RCL_SERVER(0)
 *
 *	queue.c:
 *
 *	#include <rcl.h>
 *	#include "rcl_config.h"
 *
 *	static rcl_mutex_t queue_lock = RCL_MUTEX_INITIALIZER(queue_lock);
 *	static rcl_cond_t queue_filled = RCL_COND_INITIALIZER;
 *	static struct item *queue;
 *
 *	struct push_cs {
 *		struct item *item;	// in
 *		int was_empty;		// out
 *	};
 *
 *	static int push_cs(void *arg)
 *	{
 *		struct push_cs *cs = arg;
 *
 *		cs->was_empty = queue == NULL;
 *		cs->item->next = queue;
 *		queue = cs->item;
 *		return 0;			// the exit taken
 *	}
 *
 *	int push(struct item *item)
 *	{
 *		struct push_cs cs = { item, 0 };
 *
 *		rcl_exec(&queue_lock, push_cs, &cs);	// shipped
 *		rcl_cond_signal(&queue_filled);
 *		return cs.was_empty;
 *	}
 *
 *	struct item *pop(void)
 *	{
 *		struct item *item;
 *
 *		rcl_lock(&queue_lock);			// leased
 *		while (queue == NULL)
 *			rcl_cond_wait(&queue_filled, &queue_lock);
 *		item = queue;
 *		queue = item->next;
 *		rcl_unlock(&queue_lock);
 *		return item;
 *	}
 *
 * Kinds of mutex:
 *	RCL_POSIX	a pthread mutex; the calling thread runs the section
 *	RCL_INLINE	the same, and the library creates no thread and does
 *			nothing that a sanitizer or a debugger cannot follow
 *	RCL_SERVER(n)	server n (0 to 31) executes the sections, for up to 4096
 *			threads at a time; further ones execute their own.  It
 *			starts at the first use of such a mutex, and anew in the
 *			child of a fork; if it cannot, the kind is posix.
 *
 * Environment, read once at first use:
 *	RCL_LOCKS	overrides the kinds of rcl_config.h:
 *			"queue_lock=posix,*=rcl:0" is CLASS=KIND[:SERVER],
 *			comma separated, kinds posix, inline and rcl; the
 *			first match wins, * matches every class
 *	RCL_CORES	"3,5" confines server 0 to CPU 3, server 1 to CPU 5
 *	RCL_STATS	"stderr" or a file: statistics as JSON at exit
 *
 * Every function returns 0 or a positive errno as its pthread counterpart
 * does, except rcl_exec().  Members and names that this comment and the
 * comments below do not speak of are private.
 */
#ifndef RCL_H
#define RCL_H

#include <pthread.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RCL_POSIX	0u
#define RCL_INLINE	1u
#define RCL_SERVER(n)	(2u | (unsigned int)(n) << 8)

/*
 * A mutex.  All-zero memory is a valid mutex of kind posix and of no class.
 * Not to be copied once in use.  The members are private; who writes them is
 * said in the library's internal header.
 */
typedef struct rcl_mutex {
	pthread_mutex_t rcl_posix;
	const char *rcl_class;
	void *rcl_owner;
	unsigned int rcl_word;
	unsigned int rcl_depth;
	unsigned int rcl_type;
	unsigned int rcl_declared;
	unsigned int rcl_kind;
	unsigned int rcl_reserved;
} rcl_mutex_t;

/*
 * A condition variable.  All-zero memory is a valid one that measures
 * timeouts with CLOCK_REALTIME.
 */
typedef struct rcl_cond {
	pthread_cond_t rcl_posix;
	void *rcl_head;
	void *rcl_tail;
	unsigned int rcl_guard;
	unsigned int rcl_flags;
} rcl_cond_t;

/*
 * Static initialisers.  CLASS is a bare token; RCL_LOCK_<CLASS> of
 * rcl_config.h must be defined.  The three differ in what happens when the
 * owner locks again: it waits for ever, counts, or is told EDEADLK.
 */
#define RCL_MUTEX_INITIALIZER(CLASS) \
	{ PTHREAD_MUTEX_INITIALIZER, #CLASS, 0, 0, 0, \
	  0u, RCL_LOCK_##CLASS, 0, 0 }
#define RCL_RECURSIVE_MUTEX_INITIALIZER(CLASS) \
	{ PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, #CLASS, 0, 0, 0, \
	  1u, RCL_LOCK_##CLASS, 0, 0 }
#define RCL_ERRORCHECK_MUTEX_INITIALIZER(CLASS) \
	{ PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, #CLASS, 0, 0, 0, \
	  2u, RCL_LOCK_##CLASS, 0, 0 }
#define RCL_COND_INITIALIZER	{ PTHREAD_COND_INITIALIZER, 0, 0, 0, 0 }

/*
 * int rcl_mutex_init(rcl_mutex_t *m, const pthread_mutexattr_t *attr, CLASS)
 *
 * Makes m a free mutex of the class.  attr may be NULL; its type (normal,
 * recursive, errorcheck) holds for every kind.  A mutex whose attr asks for
 * process sharing, robustness or a priority protocol is of kind posix,
 * whatever its class says.
 * Requires that m is not in use.  Errors: those of pthread_mutex_init().
 */
#define rcl_mutex_init(m, attr, CLASS) \
	rcl_mutex_init_class((m), (attr), #CLASS, RCL_LOCK_##CLASS)
int rcl_mutex_init_class(rcl_mutex_t *m, const pthread_mutexattr_t *attr,
			 const char *name, unsigned int kind);

/*
 * Ends the life of m, which may then be freed.
 * Errors: EBUSY if m is held.
 */
int rcl_mutex_destroy(rcl_mutex_t *m);

/*
 * A critical section.  ctx is the argument given to rcl_exec(); the result,
 * 0 or more and less than RCL_KEEP, says how the section was left.  A section
 * that returns RCL_KEEP | n hands the mutex to its caller, who gets n and holds
 * m as after rcl_lock().
 */
typedef int rcl_section_fn(void *ctx);
#define RCL_KEEP	0x40000000

/*
 * Runs section(ctx) under m and returns its result, or a negative errno if m
 * could not be taken (the section then has not run).  What the section wrote
 * is visible to the caller on return.
 *
 * A section may be run by another kernel thread.  The three calls differ in
 * how much of the calling thread it still sees there:
 *	rcl_exec	all that user space knows of a thread: errno, thread-
 *			local variables, pthread_self(), pthread_getspecific(),
 *			malloc's arena, ownership of mutexes and of stdio
 *			streams.  If the machine cannot do that, the caller
 *			runs the section itself.
 *	rcl_exec_errno	errno, in both directions
 *	rcl_exec_anon	nothing
 * A section that needs more than the one around it gets it, but for the first
 * on a machine that cannot do that.  None passes on what the kernel knows of a
 * thread: gettid(), its signal mask and pending signals, scheduling,
 * credentials, rounding mode.
 *
 * A section may block, wait on a condition variable, take further rcl mutexes
 * and execute further sections; the server's other mutexes are served
 * meanwhile.  It must not end its thread, jump out, or return in a child that
 * it forked.  A thread is not cancelled while its section runs elsewhere; a
 * signal handler that it runs meanwhile shares its thread-local variables with
 * the section.
 *
 * Errors: -EDEADLK if the caller holds m and m is of type errorcheck; those
 * of pthread_mutex_lock() for kinds posix and inline.
 * Source: the paper's Algorithms 1 (server) and 2 (client).
 */
int rcl_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx);
int rcl_exec_errno(rcl_mutex_t *m, rcl_section_fn *section, void *ctx);
int rcl_exec_anon(rcl_mutex_t *m, rcl_section_fn *section, void *ctx);

/* As rcl_exec(), but never waits for m.  Errors: -EBUSY if m is held. */
int rcl_tryexec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx);

/*
 * The lease: the calling thread takes m from the runtime, runs its section
 * itself and gives m back.  Leases and executed sections of one mutex exclude
 * each other and take turns; neither starves.  Calls may cross the edge of a
 * section: inside it, the thread that holds a lease is the one that executed
 * the section.
 *
 * rcl_lock	waits for m.  Errors: EDEADLK (held by the caller, errorcheck);
 *		EAGAIN (too deep a recursion).
 * rcl_trylock	never waits.  Errors: EBUSY if m is held.
 * rcl_timedlock waits until abstime on CLOCK_REALTIME.  Errors: ETIMEDOUT,
 *		EINVAL (no valid time, and m is held), and those of rcl_lock.
 * rcl_unlock	gives m back.  Requires that the calling thread holds m.
 *		Errors: EPERM if it does not (errorcheck and recursive).
 */
int rcl_lock(rcl_mutex_t *m);
int rcl_trylock(rcl_mutex_t *m);
int rcl_timedlock(rcl_mutex_t *m, const struct timespec *abstime);
int rcl_unlock(rcl_mutex_t *m);

/*
 * Makes c a condition variable; attr may be NULL and may choose the clock.
 * One shared between processes is served only with mutexes of kind posix.
 * Errors: those of pthread_cond_init().
 */
int rcl_cond_init(rcl_cond_t *c, const pthread_condattr_t *attr);

/* Ends the life of c.  Requires that nobody waits on it; a thread that has
 * been woken may still be on its way out.  Errors: EBUSY. */
int rcl_cond_destroy(rcl_cond_t *c);

/*
 * Gives m back, waits for a signal, and takes m again, the first two in one
 * step.  Wakes may come without a signal: test the predicate in a loop.  Both
 * are cancellation points, also with m of kind rcl; a cancelled thread holds
 * m when its clean-up handlers run.  With mutexes of kind rcl, waiters are
 * woken in the order in which they came.
 * rcl_cond_timedwait returns ETIMEDOUT once abstime has passed on the clock of
 * c; a signal that arrives in time is never lost to a timeout.
 * Requires that the calling thread holds m, and that all who wait on c at one
 * time use the same mutex.
 * Errors: EPERM (m not held; errorcheck and recursive), EINVAL (no valid time).
 */
int rcl_cond_wait(rcl_cond_t *c, rcl_mutex_t *m);
int rcl_cond_timedwait(rcl_cond_t *c, rcl_mutex_t *m,
		       const struct timespec *abstime);

/* Wakes one waiter, or all.  The mutex need not be held. */
int rcl_cond_signal(rcl_cond_t *c);
int rcl_cond_broadcast(rcl_cond_t *c);

#ifdef __cplusplus
}
#endif

#endif /* RCL_H */
