/* SPDX-License-Identifier: MIT */
/*
 * internal.h - what the library's files share.
 *
 * mutex.c	the public calls and the table of kinds
 * config.c	the environment, the lock classes
 * posix.c	kinds posix and inline
 * remote.c	kind rcl, the client's side: requests and leases
 * server.c	kind rcl, the servicing threads' loop; the request's states
 * pool.c	the servicing threads; which of them leads
 * watch.c	the management thread and the sentinels
 * thread.c	records and slots of threads, identity, fork
 * cond.c	condition variables
 * wait.c	spin, yield, park
 * topology.c	processors
 * stats.c	RCL_STATS
 */
#ifndef RCL_INTERNAL_H
#define RCL_INTERNAL_H

#include <pthread.h>
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
	RCL_DEFERRED = 32,	/* wakes that a servicing thread may put off */
	RCL_LINE = 64,		/* bytes of a cache line */
};

enum rcl_identity { RCL_ID_NONE, RCL_ID_ERRNO, RCL_ID_THREAD };

/* Whether a section that returned this hands its lock over.  A negative result,
 * though against the rules, must not be taken for the flag. */
static inline bool rcl_keeps(int result)
{
	return result >= 0 && (result & RCL_KEEP);
}

/* Values of rcl_mutex.rcl_type. */
enum { RCL_NORMAL, RCL_RECURSIVE, RCL_ERRORCHECK };

/*
 * The fields of rcl_mutex_t, who writes them and what guards them:
 * rcl_posix	kinds posix and inline; its own rules
 * rcl_class, rcl_type, rcl_declared
 *		constant from initialisation on
 * rcl_kind	0, or the kind resolved at first use: index into the table of
 *		kinds plus 1 | server << 8 | class number << 16.  Any thread
 *		may store it; all store the same value.
 * rcl_word	kind rcl: the lock word, below; atomic
 * rcl_owner	kind rcl: the holder, written by it while it holds the lock.
 *		Another thread that reads it learns only "not me".
 * rcl_depth	how often the holder holds it; guarded by the lock
 *
 * The lock word: bit 0 says that the lock is held; bits 1 to 15 are 0 or
 * name the heir, the slot (plus 1) whose request is to get the lock next; bits
 * 16 to 31 are the heir's fork generation.  Only the servicing thread that
 * has claimed a request makes it heir, and only when it finds the lock held.
 * A free lock with an heir is given to nobody else, so that neither leases nor
 * other requests overtake it twice.  Whoever frees a lock that has an heir
 * wakes the server.
 */
#define RCL_HELD	1u
#define RCL_HEIR_MASK	0xfffeu

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

/* A kind of mutex: one file, and one line in mutex.c's table. */
struct rcl_ops {
	const char *name;
	/* With attempt, fails rather than waits for m. */
	int (*exec)(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		    enum rcl_identity identity, bool attempt);
	int (*lock)(rcl_mutex_t *m);
	int (*trylock)(rcl_mutex_t *m);
	int (*timedlock)(rcl_mutex_t *m, const struct timespec *abstime);
	int (*unlock)(rcl_mutex_t *m);
	/* Until abstime on the clock of c; NULL waits for ever. */
	int (*wait)(rcl_cond_t *c, rcl_mutex_t *m,
		    const struct timespec *abstime);
};

extern const struct rcl_ops rcl_posix_ops;
extern const struct rcl_ops rcl_inline_ops;
extern const struct rcl_ops rcl_remote_ops;

/* mutex.c */
bool rcl_kind_named(const char *name, size_t length, unsigned int *kind);

/*
 * A request: one cache line of one client at one server.  The paper's Figure
 * 2, with the state apart from the section's address; server.c says who may
 * move the state where.  The other fields belong to the client except while
 * the state is CLAIMED; then they belong to the thread that claimed.
 */
struct rcl_request {
	_Alignas(RCL_LINE) _Atomic unsigned int state;
	int result;			/* what the section returned */
	rcl_section_fn *section;	/* NULL: the client asks for the lease */
	void *ctx;
	rcl_mutex_t *mutex;
	struct rcl_thread *root;	/* the thread that the section belongs to */
	uint16_t identity;		/* enum rcl_identity */
	bool attempt;			/* -EBUSY if the lock is not to be had */
	int error;			/* errno, in and out (RCL_ID_ERRNO) */
};

enum {
	RCL_IDLE,
	RCL_POSTED,
	RCL_CLAIMED,
	RCL_DONE,
	RCL_PHASE = 3,			/* mask of the four above */
	RCL_SLEEPING = 4,		/* flag: the client wants a futex wake */
};

/* How long a thread spins before it yields, from experience; wait.c. */
struct rcl_spinner {
	unsigned int limit, waits;
};

/*
 * A thread's record, in its own thread-local storage.  While a servicing
 * thread runs a section as the client, "thread-local" means the client's:
 * rcl_self() then finds the servicing thread through executor.
 */
struct rcl_thread {
	uintptr_t tp;			/* its thread pointer; 0 before it is
					   registered and when it has ended */
	struct rcl_thread *executor;	/* who runs a section as this thread, or
					   NULL; written by that thread only */
	struct rcl_thread *root;	/* for whom this thread now executes;
					   itself outside of requests.  Private */
	struct rcl_servicer *servicer;	/* NULL for a client; constant */
	struct rcl_thread *next, *prev;	/* all records; guarded by the registry */
	uint64_t *counts;		/* stats.c; NULL without RCL_STATS */
	struct rcl_spinner spinner;	/* private */
	uint16_t slot[RCL_SERVERS];	/* its slot at each server plus 1; private */
};

/* A servicing thread.  Never freed: others may look at it at any time. */
struct rcl_servicer {
	struct rcl_server *server;	/* constant */
	struct rcl_thread *thread;	/* its record; constant once it runs */
	pid_t tid;			/* constant once it runs */
	unsigned int generation;	/* of fork, in which it was made; constant */
	_Atomic unsigned int progress;	/* odd while it runs a section; written
					   by itself, read by the watchers */
	_Atomic unsigned int elected;	/* futex: 0 while it is a spare; guarded
					   by server->lock, read without */
	struct rcl_servicer *next;	/* among the spares, guarded likewise */
	struct rcl_servicer *sibling;	/* among all, likewise */
	unsigned int deferred_count;	/* private */
	unsigned int deferred_age;	/* requests since the oldest; private */
	/* Clients to be woken: put in by itself, taken out by anybody. */
	_Atomic(struct rcl_request *) deferred[RCL_DEFERRED];
	_Atomic uint64_t served, parks, wakes;	/* written by itself */
};

struct rcl_server {
	/* What clients read at each request; written rarely. */
	_Alignas(RCL_LINE) _Atomic unsigned int parked;	/* futex: 1 while the
					   leader sleeps for lack of work.  Set
					   by the leader, cleared by any waker,
					   who then wakes all that wait on it */
	_Atomic unsigned int high;	/* slots in use lie below; written under
					   the registry */
	struct rcl_request *requests;	/* constant once started */

	/* What servicing threads read. */
	_Alignas(RCL_LINE) _Atomic(struct rcl_servicer *) leader; /* the one that
					   scans; written under lock */
	_Atomic unsigned int heir;	/* a slot (plus 1) to be looked at first, or
					   0; written by whoever frees its lock */
	unsigned int number;		/* constant once started */
	int cpu;			/* or -1; constant once started */

	/* Guarded by lock. */
	_Alignas(RCL_LINE) pthread_mutex_t lock;
	struct rcl_servicer *spares;
	bool wanting;			/* the leader is stuck, no spare is left */
	bool starting;			/* a new thread is on its way here */
	struct rcl_servicer *servicers;	/* all of them */
	unsigned int elections;		/* for the statistics */

	_Atomic unsigned int sentinel_idle; /* futex: 1 while it sleeps */
	_Atomic(struct rcl_servicer *) stuck; /* the sentinel's report, taken by
					   the manager */
	struct rcl_servicer *seen;	/* the manager's memory of its last look */
	unsigned int seen_progress;	/* the manager's, likewise */
	bool complained;		/* the manager's */

	/* Guarded by the registry. */
	_Atomic bool ready;		/* started; also read without the guard */
	bool failed;
	uint64_t used[RCL_SLOTS / 64];	/* bitmap of the slots */
};

extern struct rcl_server rcl_servers[RCL_SERVERS];
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
struct rcl_request *rcl_slot(struct rcl_thread *self, unsigned int server);
bool rcl_can_switch(void);
int rcl_run(struct rcl_thread *self, struct rcl_thread *root,
	    enum rcl_identity identity, rcl_section_fn *section, void *ctx,
	    int *error);
unsigned int rcl_fork_generation(void);

/* The record of the kernel thread that executes this, whoever it runs as. */
static inline struct rcl_thread *rcl_self(void)
{
	struct rcl_thread *self = &rcl_me;

	if (self->tp == 0)
		return rcl_register();
	return self->executor ? self->executor : self;
}

/* remote.c */
bool rcl_take(rcl_mutex_t *m);
bool rcl_take_or_queue(rcl_mutex_t *m, unsigned int heir);
void rcl_give(rcl_mutex_t *m);

/* server.c */
void rcl_flush_wakes(struct rcl_servicer *servicer);
void *rcl_servicer_main(void *servicer);
void rcl_kick_parked(struct rcl_server *server);

/* Tells a server that there may be work.  Requires that what made the work was
 * a sequentially consistent read-modify-write (see server.c). */
static inline void rcl_kick(struct rcl_server *server)
{
	/* seq_cst: pairs with the leader's store before its last scan. */
	if (atomic_load_explicit(&server->parked, memory_order_seq_cst))
		rcl_kick_parked(server);
}

/* pool.c */
bool rcl_server_start(unsigned int number);
void rcl_await_election(struct rcl_servicer *me);
void rcl_hand_over(struct rcl_servicer *me);
void rcl_depose(struct rcl_server *server, struct rcl_servicer *leader);
int rcl_add_servicer(struct rcl_server *server);
int rcl_create_thread(void *(*body)(void *), void *argument);
void rcl_pool_after_fork(void);

/* watch.c */
int rcl_watch(struct rcl_server *server);
void rcl_tell_manager(void);
void rcl_watchers_wake(struct rcl_server *server);
void rcl_watch_after_fork(void);

/* wait.c */
bool rcl_await(struct rcl_thread *self, struct rcl_request *request,
	       const struct timespec *abstime);
bool rcl_idle(struct rcl_spinner *spinner, unsigned int step);
void rcl_idle_over(struct rcl_spinner *spinner, unsigned int steps);
void rcl_guard_lock(_Atomic unsigned int *guard);
void rcl_guard_unlock(_Atomic unsigned int *guard);

/* cond.c */
int rcl_native_wait(rcl_cond_t *c, rcl_mutex_t *m,
		    const struct timespec *abstime);
int rcl_fifo_wait(rcl_cond_t *c, rcl_mutex_t *m,
		  const struct timespec *abstime);

/* topology.c */
unsigned int rcl_cpu_count(void);
int rcl_server_cpu(unsigned int server);
void rcl_confine(int cpu);

/* stats.c */
enum rcl_event { RCL_EXECUTED, RCL_LEASED, RCL_EVENTS };
extern bool rcl_stats_on;
void rcl_count(rcl_mutex_t *m, enum rcl_event event);
void rcl_stats_after_fork(void);
void rcl_stats_retire(struct rcl_thread *thread);

#endif /* RCL_INTERNAL_H */
