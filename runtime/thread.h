/* SPDX-License-Identifier: MIT */
/*
 * thread.h - the records of threads, their waits, and the nodes in which they wait.
 */
#ifndef RCL_THREAD_H
#define RCL_THREAD_H

#include "kinds.h"

enum {
	RCL_RECORDS = 8,	/* that a thread finds again (flat combining) */
	RCL_NODES = 64,		/* that a thread keeps in stock */
	RCL_OUTER = 4,		/* sections of others, one inside of another, that
				   deadlock.c knows of */
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

/*
 * A place in a queue of waiting threads: one cache line, never unmapped, so that
 * a late look at one is harmless.  Each kind's file says who writes what.
 */
struct rcl_node {
	_Alignas(RCL_LINE) _Atomic unsigned int state; /* as a request's */
	int result;
	/* NULL: its thread wants the lock, or somebody runs its section. */
	_Atomic(rcl_section_fn *) section;
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

/* How long a thread spins before it yields, and before it looks at all, from
 * experience; wait.c. */
struct rcl_spinner {
	unsigned int limit, waits, patience;
	unsigned int without_yields;	/* a server's next parks */
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
	bool keeps_errno;		/* the errno beside this record is root's
					   meanwhile; private, by rcl_run() */
	bool crossed;			/* since it held none, it may have given one
					   back before another that it had taken
					   later; written as held */
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
	/* The condition variable that it may look at though a signal has taken it
	 * off the queue there, or NULL; see cond.c.  Written by itself. */
	_Atomic(rcl_cond_t *) looks_at;
	struct rcl_waiter *waiter;	/* with which it waits there */
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

extern _Thread_local struct rcl_thread rcl_me
	__attribute__((tls_model("initial-exec")));

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

void rcl_give_errno(const struct rcl_thread *root);
void rcl_take_errno(const struct rcl_thread *root);

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

	if ((how & RCL_ID_MASK) == RCL_ID_THREAD) {
		if (__builtin_expect(rcl_me.keeps_errno, 0))
			rcl_give_errno(root);
		root->acting = NULL;
	}
	return acting;
}

static inline void rcl_reclaim(struct rcl_thread *root, unsigned int how,
			       struct rcl_thread *acting)
{
	root->acting = acting;
	if ((how & RCL_ID_MASK) == RCL_ID_THREAD &&
	    __builtin_expect(rcl_me.keeps_errno, 0))
		rcl_take_errno(root);
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

#endif /* RCL_THREAD_H */
