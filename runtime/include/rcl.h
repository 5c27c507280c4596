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
 *		rcl_exec(&queue_lock, push_cs, &cs, sizeof(cs)); // shipped
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
 * Kinds of mutex; all do the same, at different speed:
 *	RCL_POSIX	a pthread mutex; the calling thread runs the section
 *	RCL_INLINE	the same, and the library creates no thread and does
 *			nothing that a sanitizer or a debugger cannot follow
 *	RCL_SERVER(n)	server n (0 to 31) executes the sections, for up to 4096
 *			threads at a time; further ones execute their own.  It
 *			starts at the first use of such a mutex, and anew in the
 *			child of a fork; if it cannot, the kind is posix
 *	RCL_SPIN	test-and-test-and-set
 *	RCL_TICKET	a ticket lock
 *	RCL_MCS		a queue of threads, each spinning on a line of its own
 *			(Mellor-Crummey and Scott, TOCS 1991)
 *	RCL_MCS_TP	the same, but it passes over threads that do not run
 *			(He, Scherer and Scott, HiPC 2005)
 *	RCL_FLAT_COMBINING, RCL_CC_SYNCH, RCL_DSM_SYNCH
 *			the holder also executes the sections of those who wait:
 *			found in a list of records (Hendler et al., SPAA 2010)
 *			or in a queue of requests (Fatourou and Kallimanis,
 *			PPoPP 2012)
 *	RCL_ADAPTIVE	measures, mutex by mutex and again and again, whether
 *			those who wait had better have their sections executed
 *			by the holder, by a thread of the library on a processor
 *			that is spare, or sleep, and has them do so
 *	RCL_SANL	while many threads want a mutex, one of them executes
 *			the sections of the others for a while (Zhang et al.,
 *			PPoPP 2016)
 * Who waits for spin, ticket or mcs spins, then yields, but never sleeps: they
 * are for threads that have a processor each.  The last five are said to
 * combine.
 *
 * Environment, read once at first use:
 *	RCL_LOCKS	overrides the kinds of rcl_config.h:
 *			"queue_lock=posix,*=rcl:0" is CLASS=KIND[:SERVER],
 *			comma separated; the kinds are named by the words
 *			above in lower case, with dashes, and RCL_SERVER by rcl;
 *			the first match wins, * matches every class.  "@FILE"
 *			reads them from a file: one a line or more, # comments
 *	RCL_CORES	"3,5" confines server 0 to CPU 3, server 1 to CPU 5;
 *			their clients keep off these CPUs, unless they have no
 *			other or a mask of their own.  "numa" has the library
 *			choose cores and NUMA nodes for servers that start, and
 *			for the memory that they use (Paznikov, 2017)
 *	RCL_CLIENTS	"near" confines each thread without a mask of its own,
 *			when it first asks a confined server, to a core near
 *			that (likewise)
 *	RCL_BALANCE	"2" has servers 0 and 1 share the mutexes that are theirs:
 *			those that keep each other waiting on one server move to
 *			the other while the program runs, as measured.  With
 *			"2:100", a mutex moves at every 100th section, for tests
 *	RCL_ADAPTIVE	"0" to "8": how many spare processors kind RCL_ADAPTIVE may
 *			use for threads of its own; 8 without it.  With "8:100",
 *			each mutex has one for 100 looks at the clock, and then not
 *			for some, for tests
 *	RCL_SANL	"local=50,free=80,term=16,wait=20", or some of these:
 *			from which contention on, in per cent, kind RCL_SANL has
 *			a server, and one that serves its own NUMA node only;
 *			how often that looks at all requests; and how many
 *			microseconds a client waits before it takes its place
 *	RCL_FIFO	a real-time priority from 1 to 97: the library's threads
 *			run under SCHED_FIFO at that priority and the two above,
 *			where that is permitted
 *	RCL_STATS	"stderr" or a file: statistics as JSON at exit
 *
 * Threads that wait for one another's mutexes for ever, of other kinds than
 * posix and inline, are reported on standard error, once.
 *
 * Every function returns 0 or a positive errno as its pthread counterpart
 * does, except those that execute and those named after C11's.  Members and
 * names that this comment and the comments below do not speak of are private.
 * The parameters have rcl_ before their names, which these comments leave out, so
 * that a program may have macros of such names.
 */
#ifndef RCL_H
#define RCL_H
#ifndef __ASSEMBLER__	/* whose sources may have it by a header of theirs */

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every kind: its name here, and the library's for it. */
#define RCL_KIND_LIST(KIND)			\
	KIND(POSIX, posix)			\
	KIND(INLINE, inline)			\
	KIND(REMOTE, remote)			\
	KIND(SPIN, spin)			\
	KIND(TICKET, ticket)			\
	KIND(MCS, mcs)				\
	KIND(MCS_TP, mcs_tp)			\
	KIND(FLAT_COMBINING, flat_combining)	\
	KIND(CC_SYNCH, cc_synch)		\
	KIND(DSM_SYNCH, dsm_synch)		\
	KIND(ADAPTIVE, adaptive)		\
	KIND(SANL, sanl)

#define RCL_KIND_NUMBER(NAME, name)	RCL_##NAME,
enum { RCL_KIND_LIST(RCL_KIND_NUMBER) RCL_KINDS };
#undef RCL_KIND_NUMBER

#define RCL_SERVER(n)	((unsigned int)RCL_REMOTE | (unsigned int)(n) << 8)

/*
 * A mutex.  All-zero memory is a valid mutex of kind posix and of no class.
 * Not to be copied once in use.  The members are private; who writes them is
 * said in the library's internal header.
 */
typedef struct rcl_mutex {
	unsigned int rcl_kind;
	unsigned int rcl_declared;
	unsigned int rcl_type;
	unsigned int rcl_reserved;
	const char *rcl_class;
	pthread_mutex_t rcl_posix;
	void *rcl_tail;
	void *rcl_head;
	void *rcl_owner;
	unsigned int rcl_word;
	unsigned int rcl_depth;
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
	{ 0, RCL_LOCK_##CLASS, 0u, 0, #CLASS, \
	  PTHREAD_MUTEX_INITIALIZER, 0, 0, 0, 0, 0 }
#define RCL_RECURSIVE_MUTEX_INITIALIZER(CLASS) \
	{ 0, RCL_LOCK_##CLASS, 1u, 0, #CLASS, \
	  RCL_RECURSIVE_PTHREAD, 0, 0, 0, 0, 0 }
#define RCL_ERRORCHECK_MUTEX_INITIALIZER(CLASS) \
	{ 0, RCL_LOCK_##CLASS, 2u, 0, #CLASS, \
	  PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, 0, 0, 0, 0, 0 }
#define RCL_COND_INITIALIZER	{ PTHREAD_COND_INITIALIZER, 0, 0, 0, 0 }

/* The C library has its own name for this only where _GNU_SOURCE is defined. */
#ifdef PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#define RCL_RECURSIVE_PTHREAD	PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#elif defined __PTHREAD_MUTEX_INITIALIZER
#define RCL_RECURSIVE_PTHREAD \
	{ { __PTHREAD_MUTEX_INITIALIZER(PTHREAD_MUTEX_RECURSIVE_NP) } }
#endif

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
int rcl_mutex_init_class(rcl_mutex_t *rcl_m, const pthread_mutexattr_t *rcl_attr,
			 const char *rcl_name, unsigned int rcl_kind);

/*
 * Ends the life of m, which may then be freed, when the sections have run that the
 * caller has detached. Whoever locks it all the same finds it as it was made.
 * Errors: EBUSY if m is held.
 */
int rcl_mutex_destroy(rcl_mutex_t *rcl_m);

/*
 * A critical section.  ctx is the argument given to rcl_exec(); the result,
 * 0 or more and less than RCL_KEEP - 2, says how the section was left.  A section
 * that returns RCL_KEEP | n hands the mutex to its caller, who gets n and holds
 * m as after rcl_lock().
 */
typedef int rcl_section_fn(void *rcl_ctx);
#define RCL_KEEP	0x40000000

/*
 * Runs section(ctx) under m and returns its result, or a negative errno if m
 * could not be taken (the section then has not run).  What the section wrote
 * is visible to the caller on return.
 *
 * With a size, the section may be given a copy of the size bytes at ctx, which
 * are copied back when it has run: a context of up to 24 bytes travels in the
 * request itself.  With size 0 it gets ctx as it is, as it must if it keeps the
 * address or reaches beyond the object.
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
 * credentials, rounding mode.  So a section that runs elsewhere must not take
 * priority-inheriting pthread mutexes or use restartable sequences, and a program
 * whose garbage collector scans its threads' stacks must keep to posix.
 *
 * A section may sleep, take further rcl mutexes and execute further sections;
 * a server's other mutexes are served meanwhile.  It must not jump out, or
 * return in a child that it forked.  If it ends its thread, its caller ends,
 * and holds m for ever; with rcl_exec_errno() and rcl_exec_anon() the process may
 * be aborted, and says so.  It must not wait for something that another thread
 * does while that holds no lease of m and is in no section of m (a condition, a
 * join, an empty pipe): the other thread may be the one that runs it.  Such a
 * section is for rcl_exec_blocking().  A thread is not cancelled while its
 * section runs elsewhere; a signal handler that it runs meanwhile shares its
 * thread-local variables with the section.
 *
 * Errors: -EDEADLK if the caller holds m and m is of type errorcheck; those
 * of pthread_mutex_lock() for kinds posix and inline.
 * Source: the RCL paper's Algorithms 1 (server) and 2 (client).
 */
int rcl_exec(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section, void *rcl_ctx,
	     size_t rcl_size);
int rcl_exec_errno(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section, void *rcl_ctx,
		   size_t rcl_size);
int rcl_exec_anon(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section, void *rcl_ctx,
		  size_t rcl_size);

/*
 * As rcl_exec(), for a section that may end in a wait for a condition: it
 * returns what rcl_wait() gives it, after which its caller waits, and it is run
 * again from its beginning.  So nobody waits who executes sections for others:
 *
 *	static int pop_cs(void *arg)
 *	{
 *		struct pop_cs *cs = arg;
 *
 *		if (queue == NULL)
 *			return rcl_wait(&queue_filled, &queue_lock);
 *		cs->item = queue;
 *		queue = cs->item->next;
 *		return 0;
 *	}
 */
int rcl_exec_waiting(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section, void *rcl_ctx,
		     size_t rcl_size);

/*
 * As rcl_exec_waiting(), for a section that may also wait for other threads in
 * any other way, or that ends with a lock held which is no rcl mutex: others
 * that its caller executed then might wait for that.  Kinds that combine leave
 * it to the caller; servers have threads for it.
 */
int rcl_exec_blocking(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section,
		      void *rcl_ctx, size_t rcl_size);

/*
 * The type of these calls, for a program with a lock API of its own: what it
 * names in rcl.toml to execute sections is told by which of them to do so.
 */
typedef int rcl_exec_fn(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section,
			void *rcl_ctx, size_t rcl_size);

/* As rcl_exec_blocking(), but never waits for m, unless the section has waited
 * for a condition.  Errors: -EBUSY if m is held. */
int rcl_tryexec(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section, void *rcl_ctx,
		size_t rcl_size);

/*
 * As rcl_exec_anon(), but may return before the section has run, for sections
 * whose results nobody uses.  The section gets a copy of the size bytes at ctx,
 * or ctx itself, if it runs at once; what it writes there may be lost.  Its
 * result is dropped, and it must not return RCL_KEEP.  Sections that one thread
 * executes under one mutex, detached or not, run in the order of the calls; a
 * lease waits for those detached before, and until those have run, rcl_trylock()
 * and rcl_tryexec() by the same thread say EBUSY for all mutexes of the server.
 * Nobody else's view is ordered until rcl_flush(), or any later call of this
 * thread that takes a mutex of the same server.  Those wait for the section, and
 * so for m: the order in which mutexes are taken must allow that there.
 * Returns 0 or a negative errno as rcl_exec() does.
 */
int rcl_exec_detached(rcl_mutex_t *rcl_m, rcl_section_fn *rcl_section,
		      void *rcl_ctx, size_t rcl_size);

/* Returns when all sections that the calling thread has detached have run. */
void rcl_flush(void);

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
int rcl_lock(rcl_mutex_t *rcl_m);
int rcl_trylock(rcl_mutex_t *rcl_m);
int rcl_timedlock(rcl_mutex_t *rcl_m, const struct timespec *rcl_abstime);
int rcl_unlock(rcl_mutex_t *rcl_m);

/*
 * Makes c a condition variable; attr may be NULL and may choose the clock.
 * One shared between processes is served only with mutexes of kind posix.
 * Errors: those of pthread_cond_init().
 */
int rcl_cond_init(rcl_cond_t *rcl_c, const pthread_condattr_t *rcl_attr);

/* Ends the life of c.  Requires that nobody waits on it; a thread that has
 * been woken may still be on its way out.  Errors: EBUSY. */
int rcl_cond_destroy(rcl_cond_t *rcl_c);

/*
 * Gives m back, waits for a signal, and takes m again, the first two in one
 * step.  Wakes may come without a signal: test the predicate in a loop.  Both
 * are cancellation points for every kind; a cancelled thread holds m when its
 * clean-up handlers run.  Waiters are woken in the order in which they came,
 * unless m is of kind posix or inline.
 * rcl_cond_timedwait returns ETIMEDOUT once abstime has passed on the clock of
 * c; a signal that arrives in time is never lost to a timeout.
 * Requires that the calling thread holds m, and that all who wait on c at one
 * time use the same mutex.
 * Errors: EPERM (m not held; errorcheck and recursive), EINVAL (no valid time).
 */
int rcl_cond_wait(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m);
int rcl_cond_timedwait(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m,
		       const struct timespec *rcl_abstime);

/*
 * For sections of m, which return what they are given here: their callers wait
 * as by rcl_cond_wait() or rcl_cond_timedwait(), and run them again.  The same
 * wakes, errors and cancellation; abstime is copied.  rcl_waited() says in the
 * section how its caller's last wait has ended: 0 or an error.
 * Requires that the section returns at once, that m is the mutex under which it
 * was executed, by one of the calls that say so, and that c and m outlive the
 * wait.
 */
int rcl_wait(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m);
int rcl_timedwait(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m,
		  const struct timespec *rcl_abstime);
int rcl_waited(void);

/* Wakes one waiter, or all.  The mutex need not be held. */
int rcl_cond_signal(rcl_cond_t *rcl_c);
int rcl_cond_broadcast(rcl_cond_t *rcl_c);

/*
 * The calls of C11's <threads.h>, on the same mutexes and conditions: type is
 * mtx_plain, mtx_timed or mtx_recursive, and the results are thrd_success and
 * its kin instead of errnos.
 */
#define rcl_mtx_init(m, type, CLASS) \
	rcl_mtx_init_class((m), (type), #CLASS, RCL_LOCK_##CLASS)
int rcl_mtx_init_class(rcl_mutex_t *rcl_m, int rcl_type, const char *rcl_name,
		       unsigned int rcl_kind);
void rcl_mtx_destroy(rcl_mutex_t *rcl_m);
int rcl_mtx_lock(rcl_mutex_t *rcl_m);
int rcl_mtx_trylock(rcl_mutex_t *rcl_m);
int rcl_mtx_timedlock(rcl_mutex_t *rcl_m, const struct timespec *rcl_abstime);
int rcl_mtx_unlock(rcl_mutex_t *rcl_m);
int rcl_cnd_init(rcl_cond_t *rcl_c);
void rcl_cnd_destroy(rcl_cond_t *rcl_c);
int rcl_cnd_wait(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m);
int rcl_cnd_timedwait(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m,
		      const struct timespec *rcl_abstime);
int rcl_cnd_signal(rcl_cond_t *rcl_c);
int rcl_cnd_broadcast(rcl_cond_t *rcl_c);

/*
 * Those calls of GLib's GMutex, GRecMutex and GCond that differ from the ones above,
 * on the same mutexes and conditions: end_time is in microseconds of
 * CLOCK_MONOTONIC, and the results are TRUE, 1, where the mutex has been taken or no
 * timeout has come, else FALSE.  rcl_g_wait_until is what rcl_timedwait is to
 * rcl_cond_timedwait.
 */
#define rcl_g_mutex_init(m, CLASS)	((void)rcl_mutex_init((m), NULL, CLASS))
#define rcl_g_rec_mutex_init(m, CLASS) \
	rcl_g_rec_mutex_init_class((m), #CLASS, RCL_LOCK_##CLASS)
void rcl_g_rec_mutex_init_class(rcl_mutex_t *rcl_m, const char *rcl_name,
				unsigned int rcl_kind);
#define rcl_g_cond_init(c)		((void)rcl_cond_init((c), NULL))
int rcl_g_mutex_trylock(rcl_mutex_t *rcl_m);
int rcl_g_cond_wait_until(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m,
			  int64_t rcl_end_time);
int rcl_g_wait_until(rcl_cond_t *rcl_c, rcl_mutex_t *rcl_m, int64_t rcl_end_time);

/*
 * What takes the place of GLib's lock guards, where a section stays in place: m, taken,
 * and given back where the scope of g_autoptr(rcl_mutex_t) ends.
 */
typedef rcl_mutex_t *rcl_mutex_t_autoptr;
rcl_mutex_t *rcl_g_mutex_locker_new(rcl_mutex_t *rcl_m);

static __inline__ void glib_autoptr_cleanup_rcl_mutex_t(rcl_mutex_t **rcl_guard)
{
	if (*rcl_guard)
		rcl_unlock(*rcl_guard);
}

/*
 * GLib's g_return_if_fail(), where a section is left by it: the statements leave go on
 * from there.
 */
#ifdef G_DISABLE_CHECKS
#define rcl_g_leave_if_fail(expr, leave) ((void)0)
#else
#define rcl_g_leave_if_fail(expr, leave) \
	do { \
		if (G_LIKELY(expr)) { \
		} else { \
			g_return_if_fail_warning(G_LOG_DOMAIN, G_STRFUNC, \
						 #expr); \
			leave; \
		} \
	} while (0)
#endif

/* The name by which RCL_LOCKS knows kind number kind, or NULL if there is none. */
const char *rcl_kind_name(unsigned int rcl_kind);

/*
 * Writes the statistics so far to path as RCL_STATS does at exit ("stderr" for
 * standard error).  Requires that RCL_STATS is set, if to the empty string.
 * Errors: ENODATA (it is not), those of fopen() and write().
 */
int rcl_write_stats(const char *rcl_path);

#ifdef __cplusplus
}
#endif

#endif /* __ASSEMBLER__ */
#endif /* RCL_H */
