/* SPDX-License-Identifier: MIT */
/*
 * internal.h - what the library's files share.
 *
 * mutex.c	the public calls and the table of kinds
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
 * remote.c	kind rcl, the client's side: requests and leases
 * server.c	kind rcl, the servicing threads' loop; the request's states
 * list.c	which slots they scan
 * pool.c	the servicing threads; which of them leads
 * balance.c	mutexes that move between servers
 * watch.c	the management thread and the sentinels
 * thread.c	records and slots of threads, identity, fork
 * deadlock.c	who waits for whom
 * cond.c	condition variables
 * wait.c	spin, yield, park
 * topology.c	processors, and how near they are to each other
 * placement.h, placement.c
 *		where servers and their clients should run
 * affinity.c	where they do: RCL_CORES, RCL_CLIENTS
 * priority.c	RCL_FIFO
 * stats.c	RCL_STATS
 */
#ifndef RCL_INTERNAL_H
#define RCL_INTERNAL_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Everything else is hidden in the shared library. */
#pragma GCC visibility push(default)
#include <rcl.h>
#pragma GCC visibility pop

enum {
	RCL_SERVERS = 32,	/* RCL_SERVER(0) to RCL_SERVER(31) */
	RCL_SLOTS = 4096,	/* clients that one server can have at a time */
	RCL_CLASSES = 256,	/* classes told apart by the statistics */
	RCL_RECORDS = 8,	/* that a thread finds again (flat combining) */
	RCL_NODES = 64,		/* that a thread keeps in stock */
	RCL_LOADS = 8,		/* mutexes that a server weighs at a time */
	RCL_OUTER = 4,		/* sections of others, one inside of another, that
				   deadlock.c knows of */
	RCL_DEFERRED = 32,	/* wakes that a servicing thread may put off */
	RCL_LINE = 64,		/* bytes of a cache line */
	RCL_PAGE = 4096,	/* of memory that a node is chosen for, at least */
	RCL_INLINE_BYTES = 24,	/* of a context that a request can carry */
};

/* Whether a section that returned this hands its lock over. */
static inline bool rcl_keeps(int result)
{
	return result >= RCL_KEEP;
}

/* What rcl_run() returns for a section that has ended its thread: to the kinds,
 * it keeps its lock.  Its caller is given the rest, and ends. */
#define RCL_ENDS	(RCL_KEEP | 0x3fffffff)

/* What a section returns that asks to wait and be run again; it may keep its lock
 * for that (cond.c). */
#define RCL_WAITS	0x3ffffffe

static inline bool rcl_ends(int result)
{
	return result == (RCL_ENDS & ~RCL_KEEP);
}

/* Values of rcl_mutex.rcl_type. */
enum { RCL_NORMAL, RCL_RECURSIVE, RCL_ERRORCHECK };

/*
 * The fields of rcl_mutex_t, who writes them and what guards them.  The first
 * ones are read at every call, the last ones written by every holder: they are
 * 64 bytes apart, so that a server's writes cost its clients no cache miss.
 * rcl_kind	0, or the kind resolved at first use: the public number plus 1
 *		| server << 8 | class number << 16.  Any thread may store it,
 *		once; then only the server changes (balance.c)
 * rcl_class, rcl_type, rcl_declared
 *		constant from initialisation on
 * rcl_posix	kinds posix and inline; its own rules
 * The others are for all kinds but these two:
 * rcl_tail, rcl_head, rcl_word
 *		the lock itself, as the kind's file says; atomic
 * rcl_owner	the holder, written by it while it holds the lock, NULL before
 *		the lock is free.  Another thread that reads it learns only
 *		"not me".
 * rcl_depth	how often the holder holds it, and above RCL_DEPTH how many
 *		others it held before, or RCL_UNKNOWN; guarded by the lock
 *
 * The lock word of kind rcl: bit 0 says that the lock is held; the bits above are
 * 0 or name the heir, the server and the slot whose request is to get the lock
 * next (rcl_heir()).
 * Only the servicing thread that has claimed a request makes it heir, and only
 * when it finds the lock held.  A free lock with an heir is given to nobody
 * else, so that neither leases nor other requests overtake it twice.  Whoever
 * frees a lock that has an heir wakes the server.
 */
#define RCL_DEPTH	0xffffu		/* mask */
#define RCL_OTHERS	(RCL_DEPTH + 1)	/* times the others that it held before */
#define RCL_UNKNOWN	(RCL_DEPTH * RCL_OTHERS)

#define RCL_HELD	1u
#define RCL_HEIR	2u	/* times the heir's number */

static inline unsigned int rcl_heir(unsigned int server, unsigned int slot)
{
	return server * RCL_SLOTS + slot + 1;
}

static inline _Atomic unsigned int *rcl_word(rcl_mutex_t *m)
{
	return (_Atomic unsigned int *)&m->rcl_word;
}

static inline _Atomic unsigned int *rcl_kind(rcl_mutex_t *m)
{
	return (_Atomic unsigned int *)&m->rcl_kind;
}

static inline _Atomic(void *) *rcl_owner(rcl_mutex_t *m)
{
	return (_Atomic(void *) *)&m->rcl_owner;
}

static inline unsigned int rcl_server_number(unsigned int kind)
{
	return kind >> 8 & 0xffu;
}

static inline unsigned int rcl_class_number(unsigned int kind)
{
	return kind >> 16;
}

/* The number of the class of m, which is resolved. */
static inline unsigned int rcl_class_of(rcl_mutex_t *m)
{
	/* relaxed: resolved before. */
	return rcl_class_number(
		atomic_load_explicit(rcl_kind(m), memory_order_relaxed));
}

/* How a section is executed: what it needs of its thread, and flags. */
enum rcl_how {
	RCL_ID_NONE,
	RCL_ID_ERRNO,
	RCL_ID_THREAD,
	RCL_ID_MASK = 3,
	RCL_ATTEMPT = 4,	/* fails rather than waits for the mutex */
	RCL_BLOCKING = 8,	/* it may wait for other threads */
	RCL_DETACHED = 16,	/* its caller does not wait for it */
};

/* A kind of mutex: one file, and one line in rcl.h's list. */
struct rcl_ops {
	const char *name;
	int (*exec)(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		    size_t size, unsigned int how);
	int (*lock)(rcl_mutex_t *m);
	int (*trylock)(rcl_mutex_t *m);
	/* Until abstime on CLOCK_REALTIME, which is a valid time. */
	int (*timedlock)(rcl_mutex_t *m, const struct timespec *abstime);
	int (*unlock)(rcl_mutex_t *m);
	/* Until abstime on the clock of c; NULL waits for ever. */
	int (*wait)(rcl_cond_t *c, rcl_mutex_t *m,
		    const struct timespec *abstime);
	/* Before the first use of a mutex: whether the kind can work (NULL: it
	 * can); given the server's number. */
	bool (*start)(unsigned int server);
	/* In the child of a fork, where no other thread is left: m, which is
	 * held or just free, has nobody any more who waits for it.  NULL:
	 * nobody queues. */
	void (*forsake)(rcl_mutex_t *m);
	/* At the end of the life of m, which is free.  NULL: nothing to do. */
	void (*destroy)(rcl_mutex_t *m);
};

#define RCL_DECLARE_OPS(NAME, name) extern const struct rcl_ops rcl_##name##_ops;
RCL_KIND_LIST(RCL_DECLARE_OPS)
#undef RCL_DECLARE_OPS

/* mutex.c */
bool rcl_kind_named(const char *name, size_t length, unsigned int *kind);
const struct rcl_ops *rcl_ops_of(rcl_mutex_t *m);

/*
 * A place in a queue of waiting threads: one cache line, never unmapped, so that
 * a late look at one is harmless.  Each kind's file says who writes what.
 */
struct rcl_node {
	_Alignas(RCL_LINE) _Atomic unsigned int state; /* as a request's */
	int result;
	rcl_section_fn *section;	/* NULL: its thread wants the lock */
	struct rcl_thread *root;	/* the thread that the section belongs to */
	union {
		_Atomic(struct rcl_node *) next;
		rcl_mutex_t *mutex;	/* of a line that is in no queue (aide.c) */
	};
	int error;			/* errno, in and out (RCL_ID_ERRNO) */
	uint16_t pages;			/* of stack that the section may need */
	uint8_t how;			/* bits of enum rcl_how */
	uint8_t size;			/* of the copy; 0: by address */
	union {
		unsigned char copy[RCL_INLINE_BYTES];
		struct {
			void *address;
			_Atomic uint64_t stamp;	/* of kinds that do not copy */
		};
	} ctx;
};

/* node.c */
bool rcl_nodes_start(unsigned int unused);
struct rcl_node *rcl_node_refill(struct rcl_thread *self);
void rcl_node_return(struct rcl_thread *self, unsigned int keep);
void rcl_nodes_lock(void);
void rcl_nodes_unlock(void);

/*
 * A request: one cache line of one client at one server.  The paper's Figure
 * 2, with the state apart from the section's address, and a small context
 * inside; server.c says who may move the state where.  The other fields belong
 * to the client except while the request is claimed; then they belong to the
 * thread that claimed.
 */
struct rcl_request {
	_Alignas(RCL_LINE) _Atomic unsigned int state;
	int result;			/* what the section returned */
	rcl_section_fn *section;	/* NULL: the client asks for the lease */
	rcl_mutex_t *mutex;
	struct rcl_thread *root;	/* the thread that the section belongs
					   to; NULL if it is detached */
	union {
		void *address;
		unsigned char copy[RCL_INLINE_BYTES];
	} ctx;
	int error;			/* errno, in and out (RCL_ID_ERRNO) */
	uint16_t how;			/* bits of enum rcl_how */
	uint16_t size;			/* of the copy; 0: by address */
};

/* A state, of requests and of nodes: the phase, a flag, and a number. */
enum {
	RCL_IDLE,
	RCL_POSTED,
	RCL_DONE,
	RCL_PHASE = 3,			/* mask of the three above */
	RCL_SLEEPING = 4,		/* flag: the client wants a futex wake */
	RCL_SEQUENCE = 8,		/* what a request adds to the number */
};
#define RCL_NUMBER	(~7u)		/* mask */

/* All slots of a server; mapped memory, for it to be all zero again at once. */
struct rcl_slots {
	struct rcl_request requests[RCL_SLOTS];
	/* The number of the request claimed last, by compare-and-swap. */
	_Atomic unsigned int claims[RCL_SLOTS];
	_Atomic unsigned int seen[RCL_SLOTS];	/* the last sweep's memory */
};

/* How long a thread spins before it yields, and before it looks at all, from
 * experience; wait.c. */
struct rcl_spinner {
	unsigned int limit, waits, patience;
};

/* How long a thread has waited lately for the mutex that it waited for last, for
 * vote.c; times are rcl_now()'s. */
struct rcl_waits {
	rcl_mutex_t *mutex;
	uint64_t since, waited;
};

/* A wait that lasts, for deadlock.c.  Written by its thread. */
struct rcl_stuck {
	unsigned int looks;		/* private */
	uint64_t last;			/* of them, while it spins; private */
	/* Guarded by the registry: */
	rcl_mutex_t *mutex;		/* or NULL: it does not wait for long */
	_Atomic unsigned int *state;	/* DONE when it has m; or NULL */
	uint64_t since;			/* when a cycle was seen first, or 0;
					   written by any thread */
	bool reported;			/* likewise */
};

/* One who waits for a condition.  All but woken: guarded by the guard of cond. */
struct rcl_waiter {
	struct rcl_waiter *next, *prev;
	_Atomic unsigned int woken;	/* futex; set when taken off the queue by
					   a signal, after which the condition
					   variable is not touched any more */
	rcl_cond_t *cond;
	rcl_mutex_t *mutex;
	unsigned int depth;		/* at which the mutex was held */
};

/* What a section has asked its caller to wait for.  Written by whoever runs the
 * section, then by the caller. */
struct rcl_wish {
	struct rcl_waiter waiter;
	struct timespec abstime;
	bool timed;
	bool keeps;			/* the caller holds the mutex */
	int result;			/* of the wait */
};

/*
 * A thread's record, in its own thread-local storage.  While another thread
 * runs a section as the client, "thread-local" means the client's: rcl_self()
 * then finds that thread as the executor.  Clients lend themselves for that
 * before they wait, so that nobody has to write what they read all the time.
 */
struct rcl_thread {
	struct rcl_thread *acting;	/* itself; NULL before it is registered,
					   when it has ended, and while it is
					   lent.  Private */
	struct rcl_thread *root;	/* for whom this thread now executes;
					   itself outside of requests.  Written
					   by itself, by rcl_act_for() */
	struct rcl_servicer *servicer;	/* NULL for a client; constant */
	unsigned int held;		/* mutexes that it holds, less some if others
					   release what it has locked; written
					   by whoever acts for it */
	struct rcl_thread *next, *prev;	/* all records; guarded by the registry */
	_Atomic uint64_t *counts;	/* stats.c; NULL without RCL_STATS */
	struct rcl_node *nodes;		/* in stock, linked by next; private */
	unsigned int node_count;	/* of them; private */
	struct rcl_record {		/* flat_combining.c; private */
		rcl_mutex_t *mutex;
		struct rcl_node *node;
	} records[RCL_RECORDS];
	unsigned int passes;		/* flat_combining.c; private */
	/* Kind sanl; private: its number, or 0; waits so far, and when the last one
	 * began, if that is measured; the node it runs on, as seen when so many
	 * waits had been. */
	unsigned int number, asks, node, node_asked;
	uint64_t asked;
	struct rcl_waits waits;
	/* The mutex for which it waits or queues, or NULL; written by itself. */
	_Atomic(rcl_mutex_t *) waits_for;
	/* Its node there, where a request in one can be DONE, and the mutex
	 * gone, before the thread knows; or NULL.  Written by itself. */
	_Atomic(struct rcl_node *) waits_in;
	struct rcl_spinner spinner;	/* private */
	struct rcl_stuck stuck;
	struct rcl_wish wish;
	bool deep;			/* its stack is larger than a servicing
					   thread's; constant */
	size_t stack;			/* bytes of it, or 0: unknown; constant */
	uintptr_t stack_low;		/* its lowest address; constant */
	/* For whom else it executes, further out, if not for itself nor for
	 * root: only combiners do, while they wait in somebody's section.
	 * Written by itself, by rcl_run(). */
	_Atomic unsigned int depth;
	_Atomic(struct rcl_thread *) outer[RCL_OUTER];
	/* Bitmap of the servers that may still have a detached request of its
	 * own; written by whoever acts for it. */
	uint32_t detached;
	uint16_t slot[RCL_SERVERS];	/* its slot at each server plus 1; private */
	unsigned int core;		/* where it has been placed, plus 1;
					   guarded by the registry */
	/* A line for those who run sections as this thread: */
	unsigned char apart[RCL_LINE];
	struct rcl_thread *executor;	/* the one that does, or NULL; written
					   by it */
	uintptr_t tp;			/* its thread pointer; 0 before it is
					   registered and when it has ended */
	unsigned char apart_too[RCL_LINE];
};

/* What the servicing threads count, each for itself. */
enum rcl_figure {
	RCL_SERVED,			/* sections executed */
	RCL_DETACHED_SERVED,		/* those of them that were detached */
	RCL_ROUNDS,			/* scans in which a section was executed */
	RCL_MIXED_ROUNDS,		/* ... and another one of another mutex */
	RCL_PARKS,
	RCL_WAKES,			/* of clients */
	RCL_RUN_DELAY,			/* nanoseconds; written when it ends */
	RCL_FIGURES
};

/* Adds to a counter that has one writer. */
static inline void rcl_add(_Atomic uint64_t *counter, uint64_t value)
{
	/* relaxed: read by the statistics only. */
	atomic_store_explicit(
		counter,
		atomic_load_explicit(counter, memory_order_relaxed) + value,
		memory_order_relaxed);
}

/* A servicing thread.  Never freed, but used again when its thread has ended:
 * others may look at it at any time. */
struct rcl_servicer {
	struct rcl_server *server;	/* constant */
	unsigned int number;		/* among the server's, from 1; constant */
	struct rcl_thread *thread;	/* its record; constant once it runs */
	_Atomic pid_t tid;		/* constant once it runs */
	unsigned int generation;	/* of fork, in which it was made; constant */
	_Atomic unsigned int progress;	/* odd while it runs a section; written
					   by itself, read by the watchers */
	_Atomic unsigned int elected;	/* futex: 0 while it is a spare; guarded
					   by server->lock, read without */
	bool ended;			/* guarded likewise */
	bool overstays;			/* has lost its priority; likewise */
	struct rcl_servicer *next;	/* among the spares, guarded likewise */
	struct rcl_servicer *sibling;	/* among all, likewise */
	unsigned int deferred_count;	/* private */
	unsigned int deferred_age;	/* requests since the oldest; private */
	/* Clients to be woken: put in by itself, taken out by anybody. */
	_Atomic(struct rcl_request *) deferred[RCL_DEFERRED];
	unsigned int looks;		/* at slots, since the last sweep; private */
	/* Private: how often it has scanned; the slot served last, in which
	 * scan, and for how many scans it rests; how often that was enough. */
	unsigned int scans, resting, rests_since, rest, rested;
	rcl_mutex_t *round_mutex;	/* of the round's last section; private */
	bool round_mixed;		/* two mutexes in this round; private */
	unsigned int first;		/* slot of a scan; private */
	bool behind;			/* a request waits for another server's
					   heir; private */
	unsigned int weighed;		/* sections, balance.c; private */
	_Atomic uint64_t figures[RCL_FIGURES];	/* written by itself */
};

static inline pid_t rcl_tid(struct rcl_servicer *servicer)
{
	/* relaxed: the number is all there is. */
	return atomic_load_explicit(&servicer->tid, memory_order_relaxed);
}

/* How often a section of a mutex was noted; see balance.c. */
struct rcl_load {
	_Atomic(rcl_mutex_t *) mutex;
	_Atomic uint64_t sections;
};

struct rcl_server {
	/* What clients read at each request; written rarely. */
	_Alignas(RCL_PAGE) _Atomic unsigned int parked;	/* futex: the number of the
					   servicer that sleeps for lack of
					   work, or 0.  Set by it, cleared by
					   any waker, who then wakes all that
					   wait on it */
	struct rcl_slots *slots;	/* constant once started */
	_Atomic uint64_t listed_words;	/* bitmap of those below that are not 0 */
	_Alignas(RCL_LINE) _Atomic uint64_t listed[RCL_SLOTS / 64]; /* bitmap of
					   the slots to be scanned; list.c */

	/* What servicing threads read. */
	_Alignas(RCL_LINE) _Atomic(struct rcl_servicer *) leader; /* the one that
					   scans; written under lock */
	_Atomic unsigned int heir;	/* a slot (plus 1) to be looked at first, or
					   0; written by whoever frees its lock */
	int cpu;			/* or -1; constant once started */
	_Atomic(rcl_mutex_t *) to_move;	/* balance.c: by the manager's wish, or
					   NULL; cleared by who moves it */
	unsigned int move_to;		/* the manager's, written before that */
	_Atomic uint64_t moves;		/* mutexes moved away; its leader's */
	struct rcl_load loads[RCL_LOADS]; /* noted by the leader, cleared by the
					   manager */

	/* Guarded by lock. */
	_Alignas(RCL_LINE) pthread_mutex_t lock;
	struct rcl_servicer *spares;
	bool wanting;			/* the leader is stuck, no spare is left */
	bool starting;			/* a new thread is on its way here */
	struct rcl_servicer *servicers;	/* all of them */
	unsigned int elections;		/* for the statistics */
	uint64_t started;		/* rcl_now(); for the statistics */

	_Atomic unsigned int sentinel_idle; /* futex: 1 while it sleeps */
	_Atomic(struct rcl_servicer *) stuck; /* the sentinel's report, taken by
					   the manager */
	struct rcl_servicer *seen;	/* the manager's memory of its last look */
	unsigned int seen_progress;	/* the manager's, likewise */
	bool complained;		/* the manager's */
	uint64_t weighed[3];		/* the manager's, in balance.c */

	/* Guarded by the registry. */
	_Atomic bool ready;		/* started; also read without the guard */
	bool failed;
	uint64_t used[RCL_SLOTS / 64];	/* bitmap of the slots */
};

extern struct rcl_server rcl_servers[RCL_SERVERS];

static inline unsigned int rcl_number_of(const struct rcl_server *server)
{
	return (unsigned int)(server - rcl_servers);
}

extern _Thread_local struct rcl_thread rcl_me
	__attribute__((tls_model("initial-exec")));

/* config.c */
unsigned int rcl_config_kind(const char *name, unsigned int declared);
unsigned int rcl_config_class(const char *name);
const char *rcl_config_class_name(unsigned int number);
void rcl_complain(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* thread.c */
void rcl_registry_lock(void);
void rcl_registry_unlock(void);
struct rcl_thread *rcl_register(void);
struct rcl_thread *rcl_threads(void);
unsigned int rcl_slot(struct rcl_thread *self, unsigned int server);
bool rcl_can_switch(void);
int rcl_run(struct rcl_thread *self, struct rcl_thread *root,
	    unsigned int how, rcl_section_fn *section, void *ctx, int *error);
unsigned int rcl_fork_generation(void);
_Noreturn void rcl_end_thread(void);
extern size_t rcl_stack_bytes;		/* of a servicing thread's stack */

struct rcl_thread *rcl_self_slowly(void);

/* The record of the kernel thread that executes this, whoever it runs as. */
static inline struct rcl_thread *rcl_self(void)
{
	struct rcl_thread *acting = rcl_me.acting;

	return __builtin_expect(acting != NULL, 1) ? acting : rcl_self_slowly();
}

/* Around a wait for a section of that kind: another thread may run it as root,
 * for whom the caller acts. */
static inline struct rcl_thread *rcl_lend(struct rcl_thread *root,
					  unsigned int how)
{
	struct rcl_thread *acting = root->acting;

	if ((how & RCL_ID_MASK) == RCL_ID_THREAD)
		root->acting = NULL;
	return acting;
}

static inline void rcl_reclaim(struct rcl_thread *root,
			       struct rcl_thread *acting)
{
	root->acting = acting;
}

/* For whom another thread executes; deadlock.c reads it of all threads. */
static inline struct rcl_thread *rcl_root_of(struct rcl_thread *thread)
{
	/* relaxed: what depends on it is looked at twice. */
	return atomic_load_explicit((_Atomic(struct rcl_thread *) *)&thread->root,
				    memory_order_relaxed);
}

static inline void rcl_act_for(struct rcl_thread *self, struct rcl_thread *root)
{
	/* relaxed: as above. */
	atomic_store_explicit((_Atomic(struct rcl_thread *) *)&self->root, root,
			      memory_order_relaxed);
}

/* Says for which mutex the calling thread waits from now on; NULL for none. */
static inline void rcl_wait_for(struct rcl_thread *self, rcl_mutex_t *m)
{
	/* relaxed: precedes the queueing, which releases. */
	atomic_store_explicit(&self->waits_for, m, memory_order_relaxed);
}

/* A node from the thread's stock. */
static inline struct rcl_node *rcl_node_get(struct rcl_thread *self)
{
	struct rcl_node *node = self->nodes;

	if (__builtin_expect(!node, 0))
		return rcl_node_refill(self);
	/* relaxed: nobody else looks at nodes in stock. */
	self->nodes = atomic_load_explicit(&node->next, memory_order_relaxed);
	self->node_count--;
	return node;
}

/* Into the thread's stock.  Requires that no queue has the node. */
static inline void rcl_node_put(struct rcl_thread *self, struct rcl_node *node)
{
	/* relaxed: as above. */
	atomic_store_explicit(&node->next, self->nodes, memory_order_relaxed);
	self->nodes = node;
	if (__builtin_expect(++self->node_count > RCL_NODES, 0))
		rcl_node_return(self, RCL_NODES / 2);
}

/* flat_combining.c */
void rcl_records_return(struct rcl_thread *self);

/* aide.c */
void rcl_aides_after_fork(void);

/* spare.c */
void rcl_spare_after_fork(void);

/* board.c */
void rcl_number_return(struct rcl_thread *self);
void rcl_boards_after_fork(struct rcl_thread *self);

/* remote.c */
void rcl_settle_all(struct rcl_thread *self);
bool rcl_take(rcl_mutex_t *m);
enum rcl_taken { RCL_TAKEN, RCL_QUEUED, RCL_BEHIND_ANOTHER };
enum rcl_taken rcl_take_or_queue(rcl_mutex_t *m, unsigned int heir);
void rcl_give(rcl_mutex_t *m);

/* list.c */
void rcl_list(struct rcl_server *server, unsigned int slot);
void rcl_sweep(struct rcl_server *server);

static inline bool rcl_is_listed(struct rcl_server *server, unsigned int slot)
{
	/* seq_cst: see list.c. */
	return atomic_load_explicit(&server->listed[slot / 64],
				    memory_order_seq_cst) >>
		       slot % 64 & 1;
}

/* server.c */
void rcl_flush_wakes(struct rcl_servicer *servicer);
void *rcl_servicer_main(void *servicer);
void rcl_kick_parked(struct rcl_server *server);

/* Claims the posted request of that number; returns whether nobody else has. */
static inline bool rcl_claim(struct rcl_slots *slots, unsigned int slot,
			     unsigned int number)
{
	unsigned int last = number - RCL_SEQUENCE;

	/* seq_cst: see server.c. */
	return atomic_compare_exchange_strong_explicit(
		&slots->claims[slot], &last, number, memory_order_seq_cst,
		memory_order_seq_cst);
}

/* Tells a server that there may be work.  Requires that what made the work was
 * sequentially consistent (see server.c). */
static inline void rcl_kick(struct rcl_server *server)
{
	/* seq_cst: pairs with the leader's store before its last scan. */
	if (atomic_load_explicit(&server->parked, memory_order_seq_cst))
		rcl_kick_parked(server);
}

/* pool.c */
bool rcl_server_start(unsigned int number);
void rcl_may_go_on(unsigned int generation);
bool rcl_await_election(struct rcl_servicer *me);
void rcl_hand_over(struct rcl_servicer *me);
void rcl_depose(struct rcl_server *server, struct rcl_servicer *leader,
		bool overstays);
int rcl_add_servicer(struct rcl_server *server);
int rcl_create_thread(void *(*body)(void *), void *argument);
void rcl_pool_after_fork(void);

/* last.c */
void rcl_own_thread_begins(void);
void rcl_own_thread_ends(void);
void rcl_last_after_fork(void);

/* priority.c */
enum rcl_rank { RCL_SENTINEL, RCL_SERVICER, RCL_MANAGER };
bool rcl_take_priority(enum rcl_rank rank);
void rcl_drop_priority(pid_t tid);

/* balance.c */
extern unsigned int rcl_shared_servers;
bool rcl_anything_moved(void);
void rcl_weigh(struct rcl_servicer *me, rcl_mutex_t *m);
void rcl_balance(void);

/* watch.c */
int rcl_watch(struct rcl_server *server);
void rcl_tell_manager(void);
void rcl_watchers_wake(struct rcl_server *server);
void rcl_watch_after_fork(void);

/* wait.c */
bool rcl_await(struct rcl_thread *self, _Atomic unsigned int *state,
	       const struct timespec *abstime);
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

/* deadlock.c */
void rcl_long_wait(struct rcl_thread *self, _Atomic unsigned int *state,
		   unsigned int value);
void rcl_long_spin(struct rcl_thread *self);
void rcl_not_stuck(struct rcl_thread *self);

/* To be called after a wait with such looks. */
static inline void rcl_wait_over(struct rcl_thread *self)
{
	self->stuck.last = 0;
	if (__builtin_expect(self->stuck.looks != 0, 0))
		rcl_not_stuck(self);
}

/* cond.c */
int rcl_native_wait(rcl_cond_t *c, rcl_mutex_t *m,
		    const struct timespec *abstime);
int rcl_fifo_wait(rcl_cond_t *c, rcl_mutex_t *m,
		  const struct timespec *abstime);
void rcl_wait_as_asked(void);

/* topology.c */
struct rcl_machine;
unsigned int rcl_cpu_count(void);
const cpu_set_t *rcl_allowed(void);
bool rcl_has_nodes(void);
const struct rcl_machine *rcl_machine(void);

/* affinity.c */
int rcl_server_cpu(unsigned int server);
void rcl_confine(int cpu);
void rcl_place_memory(struct rcl_server *server);
void rcl_place_mutex(rcl_mutex_t *m, unsigned int server);
void rcl_place_self(struct rcl_thread *self, struct rcl_server *server);
void rcl_leave_place(struct rcl_thread *thread);
void rcl_places_after_fork(struct rcl_thread *self);

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
void rcl_note_turn(const struct rcl_turn *turn);
void rcl_stats_after_fork(void);
void rcl_stats_retire(struct rcl_thread *thread);

#endif /* RCL_INTERNAL_H */
