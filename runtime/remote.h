/* SPDX-License-Identifier: MIT */
/*
 * remote.h - kind rcl: requests, servers and their servicing threads, and where they run.
 */
#ifndef RCL_REMOTE_H
#define RCL_REMOTE_H

#include "internal.h"

enum {
	RCL_LOADS = 8,		/* mutexes that a server weighs at a time */
	RCL_DEFERRED = 32,	/* wakes that a servicing thread may put off */
};

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

/* All slots of a server; mapped memory, for it to be all zero again at once. */
struct rcl_slots {
	struct rcl_request requests[RCL_SLOTS];
	/* The number of the request claimed last, by compare-and-swap. */
	_Atomic unsigned int claims[RCL_SLOTS];
	_Atomic unsigned int seen[RCL_SLOTS];	/* the last sweep's memory */
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
	bool parking;			/* is about to sleep for lack of work;
					   private */
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

/* Tells a server that there may be work; returns whether it was parked.  Requires
 * that what made the work was sequentially consistent (see server.c). */
static inline bool rcl_kick(struct rcl_server *server)
{
	/* seq_cst: pairs with the leader's store before its last scan. */
	if (__builtin_expect(!atomic_load_explicit(&server->parked,
						   memory_order_seq_cst), 1))
		return false;
	rcl_kick_parked(server);
	return true;
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

/* affinity.c */
int rcl_server_cpu(unsigned int server);
void rcl_confine(int cpu);
void rcl_place_memory(struct rcl_server *server);
void rcl_place_mutex(rcl_mutex_t *m, unsigned int server);
void rcl_place_self(struct rcl_thread *self, struct rcl_server *server);
void rcl_leave_place(struct rcl_thread *thread);
void rcl_places_after_fork(struct rcl_thread *self);

#endif /* RCL_REMOTE_H */
