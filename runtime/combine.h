/* SPDX-License-Identifier: MIT */
/*
 * combine.h - what the kinds that combine share: requests of waiting threads,
 * and what the holder does with them.
 *
 * A kind's file says where requests are posted and found.  Wherever that is,
 * these are the states of a node that holds one, and who may move it:
 *
 *	IDLE, DONE -> POSTED	its client, having written the other fields
 *	POSTED -> DONE		the holder of the mutex, with the outcome:
 *				none		the section has run
 *				KEPT		and its client holds the mutex
 *				GRANTED		the client holds the mutex
 *				CALLED		neither; it may compete again
 *	POSTED + REVOCABLE -> IDLE	its client, to withdraw the request; leases
 *				are REVOCABLE
 *	- REVOCABLE		the holder, which then runs the section
 *	+ SLEEPING		the client, in POSTED
 *
 * Once and only once.  Only the holder looks for requests, and it takes each
 * out of where it found it, or marks it, before it runs the section; nobody
 * else writes the fields of a request with a section until that is DONE.  One
 * that is REVOCABLE may be withdrawn while the holder looks; so what it asks for
 * is a flag of the state, the holder decides by the state alone, and moves that
 * by compare-and-swap.  A node that has been withdrawn is the holder's, which
 * comes upon it.
 *
 * The holder stays the holder while it serves requests: until it finds none, or
 * until it has done enough for others and grants the mutex to the next.  A
 * client that sleeps would keep everybody waiting until it runs.  So a lease
 * that is found asleep is not granted but called: its thread competes with the
 * others when it runs, and insists the next time.
 *
 * After a client has been told, the mutex may be gone if nobody else uses it:
 * the client may destroy and free it.  So the holder tells the last one whose
 * section has run only when it has given the mutex back, or has found another
 * request, whose client still uses the mutex.  For the same reason a client
 * does not touch the mutex once its request can be served.  Nodes are never
 * unmapped, so that a wake that comes late is only a spurious one.
 *
 * Wakes cost as much as many sections.  They are put off until the mutex is
 * given back, but by no more than one section that is long itself.
 */
#ifndef RCL_COMBINE_H
#define RCL_COMBINE_H

#include <string.h>

#include "arch.h"
#include "owned.h"

enum {
	/* Flags of a node's state; those from RCL_KIND_FLAG on are a kind's. */
	RCL_LEASE = 8,		/* its thread wants the mutex itself */
	RCL_INSISTS = 16,	/* and has been called in vain */
	RCL_KEPT = 32,		/* these three: the outcome */
	RCL_GRANTED = 64,
	RCL_CALLED = 128,
	RCL_REVOCABLE = 256,	/* its client may take it back */
	RCL_KIND_FLAG = 512,

	RCL_OWED = 16,		/* wakes that are put off, at most */
};

#define RCL_NO_LIMIT	(-1u)	/* of sections in a batch */

/* What a client asks for. */
struct rcl_post {
	unsigned int state;		/* POSTED, and flags */
	rcl_section_fn *section;
	void *ctx;
	size_t size;			/* of it, if it may be copied; or 0 */
	struct rcl_thread *root;
	unsigned int how;
	int error;
	uint16_t pages;			/* of stack that the section may need */
	unsigned int naps;		/* that its client has taken so far */
	unsigned int offers;		/* to an aide, likewise (adaptive.c) */
};

/* A kind that combines. */
struct rcl_combiner {
	struct rcl_lock lock;
	bool copies;			/* small contexts into nodes */
	/* Takes m and returns NULL if it is free, else posts the request. */
	struct rcl_node *(*post)(struct rcl_thread *self, rcl_mutex_t *m,
				 struct rcl_post *post);
	/* The client has done with its node. */
	void (*settle)(struct rcl_thread *self, struct rcl_node *node);
	/* Waits for the outcome of a request; false if the request has been
	 * taken back, and is to be posted anew.  NULL: rcl_await(). */
	bool (*linger)(struct rcl_thread *self, rcl_mutex_t *m,
		       struct rcl_node *node, struct rcl_post *post);
};

/* What the holder does for others before it gives the mutex back. */
struct rcl_batch {
	struct rcl_thread *self;
	rcl_mutex_t *m;
	enum rcl_event event;		/* as which a section counts */
	struct rcl_node *late;		/* its client is still to be told, */
	unsigned int outcome;		/* this */
	unsigned int served;
	unsigned int enough;		/* sections, after which it hands over; or
					   RCL_NO_LIMIT */
	int error, cancelable;		/* of this thread, to be restored */
	unsigned int owed_count;
	uint64_t owed_since;
	struct rcl_node *owed[RCL_OWED];
};

/* Writes a request of the thread into a node.  Requires that nobody looks at
 * that, and that its state is not DONE once the kind's queue is being changed. */
static inline void rcl_fill(struct rcl_thread *self, struct rcl_node *node,
			    const struct rcl_post *post)
{
	/* release: for asks() in flat_combining.c. */
	atomic_store_explicit(&node->section, post->section,
			      memory_order_release);
	node->size = (uint8_t)post->size;
	if (node->size)
		memcpy(node->ctx.copy, post->ctx, node->size);
	else
		node->ctx.address = post->ctx;
	node->root = post->root;
	node->how = (uint8_t)post->how;
	node->error = post->error;
	node->pages = post->pages;
	/* release: the state; for the child of a fork, as below. */
	atomic_store_explicit(&self->waits_in, node, memory_order_release);
}

/* The thread has no node any more in which it waits. */
static inline void rcl_forget_node(struct rcl_thread *self)
{
	/* release: for the child of a fork, which must not meet the node's next
	 * use, nor believe that a thread waits that has ceased to. */
	atomic_store_explicit(&self->waits_in, NULL, memory_order_release);
}

/*
 * The holder's part.
 */

void rcl_batch_begin(struct rcl_batch *batch, struct rcl_thread *self,
		     rcl_mutex_t *m);
void rcl_batch_end(struct rcl_batch *batch);

/*
 * Does what is to be done with a request, found in the given state.  Returns
 * the outcome.  If that is KEPT or GRANTED, the client is to be told when
 * nothing is left to do but to end the batch, else by rcl_tell_late().
 * Requires that nobody is still to be told.
 */
unsigned int rcl_handle(struct rcl_batch *batch, struct rcl_node *node,
			unsigned int state);

/* Makes sure that a request, found in the given state, is not taken back any
 * more; false if it has been, or another thread has claimed it since. */
bool rcl_claim_node(struct rcl_node *node, unsigned int state);

/* Wakes those who have been told while they slept. */
void rcl_wake_owed(struct rcl_batch *batch);

/* Tells a client the outcome; returns false if it has withdrawn its request. */
bool rcl_tell(struct rcl_batch *batch, struct rcl_node *node,
	      unsigned int outcome);

/* Tells the client that is still to be told.  Requires that m is given back, or
 * that another client uses it. */
void rcl_tell_late(struct rcl_batch *batch);

/* The kind's way to take the first request off the queue, or to free the mutex
 * and return NULL if there is none. */
typedef struct rcl_node *rcl_take_first(struct rcl_batch *batch);

/* Serves the queue until it is empty and m free, or m has another holder. */
void rcl_serve_queue(struct rcl_thread *self, rcl_mutex_t *m,
		     rcl_take_first *take_first);

/*
 * The client's part.
 */

/* Takes m by so many attempts: 0, or ETIMEDOUT, or EBUSY if it is time to
 * sleep. */
int rcl_compete(const struct rcl_lock *lock, struct rcl_thread *self,
		rcl_mutex_t *m, unsigned int turns,
		const struct timespec *abstime);

/* Takes back what may be taken back; returns false if its outcome is there, or
 * will be. */
bool rcl_withdraw(struct rcl_node *node);

/* The acquire of struct rcl_lock. */
int rcl_combine_acquire(const struct rcl_combiner *kind,
			struct rcl_thread *self, rcl_mutex_t *m,
			const struct timespec *abstime);

/* Whether a section must be run by the calling thread, which takes m for that. */
bool rcl_stays(const struct rcl_thread *self, rcl_mutex_t *m, unsigned int how);

/* An execution that anybody may do; requires that it need not stay. */
int rcl_combine_request(const struct rcl_combiner *kind,
			struct rcl_thread *self, rcl_mutex_t *m,
			rcl_section_fn *section, void *ctx, size_t size,
			unsigned int how);

int rcl_combine_exec_slowly(const struct rcl_combiner *kind,
			    struct rcl_thread *self, rcl_mutex_t *m,
			    rcl_section_fn *section, void *ctx, size_t size,
			    unsigned int how);

/* Fast where m is free and the thread acts for itself. */
RCL_ALWAYS_INLINE int rcl_combine_exec(const struct rcl_combiner *kind,
				       struct rcl_thread *self, rcl_mutex_t *m,
				       rcl_section_fn *section, void *ctx,
				       size_t size, unsigned int how)
{
	int result;

	if (rcl_owned_exec_fast(&kind->lock, self, m, section, ctx, how, &result))
		return result;
	return rcl_combine_exec_slowly(kind, self, m, section, ctx, size, how);
}

/* A kind, from its struct rcl_combiner. */
#define RCL_COMBINING_KIND(ops, text, its_combiner, forsake_it, destroy_it)   \
	RCL_OWNED_LEASES((its_combiner).lock)                                \
	static int combine_exec(rcl_mutex_t *m, rcl_section_fn *section,     \
				void *ctx, size_t size, unsigned int how)    \
	{                                                                    \
		return rcl_combine_exec(&(its_combiner), rcl_self(), m,      \
					section, ctx, size, how);            \
	}                                                                    \
	RCL_OWNED_OPS(ops, text, combine_exec, rcl_nodes_start, forsake_it,  \
		      destroy_it)

#endif /* RCL_COMBINE_H */
