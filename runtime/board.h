/* SPDX-License-Identifier: MIT */
/*
 * board.h - what kind sanl's files share: boards, at which one thread serves
 * others.  The states of a board and of its lines are in sanl.c.
 */
#ifndef RCL_BOARD_H
#define RCL_BOARD_H

#include "combine.h"
#include "placement.h"

enum {
	/* Of the word; deadlock.c does not take them for DONE. */
	RCL_WORD_HELD = RCL_POSTED,
	RCL_WORD_SLEEPER = RCL_SLEEPING,

	/* Of the mode. */
	RCL_REMOTE_MODE = 1,
	RCL_RESTRICTED_MODE = 2,

	RCL_LINES = 128,		/* threads that have a number at a time */
	RCL_SERVING_NUMBER = 255,	/* of the server's word: mask of its
					   number; its node is above */
	RCL_NODE_SHIFT = 8,

	RCL_ALWAYS = 65536,		/* a level of contention: all the time */
};

struct rcl_board {
	/* Read by all: */
	_Alignas(RCL_LINE) _Atomic unsigned int server;	/* its number | its
					   node; or 0 | the last one's node */
	_Atomic unsigned int mode;
	_Atomic unsigned int top;	/* the highest number that has posted */
	rcl_mutex_t *mutex;		/* constant while it is used, both */
	unsigned int class;		/* its number, for the statistics */
	/* Below it the registry's; first the server's: */
	_Alignas(RCL_LINE) bool serving;	/* its term has begun */
	_Atomic unsigned int use;	/* of the last term, in per cent */
	_Atomic unsigned int level;	/* of contention.  By all voters: a lost
					   vote does no harm */
	struct rcl_board *next;		/* among all, */
	struct rcl_board *spare;	/* and among those that no mutex has */
	struct rcl_node lines[RCL_LINES];
};

/* RCL_SANL; constant once a mutex has been resolved. */
struct rcl_sanl_settings {
	unsigned int local;		/* per cent: from this level on, remote */
	unsigned int free;		/* per cent: from this one on, restricted */
	unsigned int term;		/* looks at all lines */
	unsigned int wait;		/* T_w, in microseconds */
};
extern struct rcl_sanl_settings rcl_sanl_settings;
extern const struct rcl_machine *rcl_nodes;	/* NULL: there is but one */

/* vote.c */
bool rcl_sanl_start(unsigned int unused);
void rcl_vote(struct rcl_board *board, unsigned int contention);
void rcl_wait_begins(struct rcl_thread *self);
unsigned int rcl_wait_ends(struct rcl_thread *self, rcl_mutex_t *m);
unsigned int rcl_node_here(struct rcl_thread *self);
uint64_t rcl_wait_ns(struct rcl_thread *self, struct rcl_board *board,
		     unsigned int server);

/* board.c */
unsigned int rcl_number_slowly(struct rcl_thread *self);
struct rcl_board *rcl_put_up(rcl_mutex_t *m);
void rcl_take_down(rcl_mutex_t *m);
bool rcl_become_server(struct rcl_thread *self, struct rcl_board *board,
		       bool waited);
/* Serves the board for a term; not at all if the caller holds what sections of
 * others may want, as when it overlaps: see owned.h. */
void rcl_serve_term(struct rcl_thread *self, struct rcl_board *board,
		    bool overlaps);

/* The thread's number, which it gets now if it has none; 0 if all are taken. */
static inline unsigned int rcl_thread_number(struct rcl_thread *self)
{
	return self->number ? self->number : rcl_number_slowly(self);
}

/* Takes m if it is free. */
static inline bool rcl_take_word(struct rcl_thread *self, rcl_mutex_t *m)
{
	unsigned int free = 0;

	(void)self;
	/* acquire: what the last holder wrote. */
	return atomic_compare_exchange_strong_explicit(
		rcl_word(m), &free, RCL_WORD_HELD, memory_order_acquire,
		memory_order_relaxed);
}

/* Gives m back.  m may be gone as soon as it is free. */
static inline void rcl_give_word(rcl_mutex_t *m)
{
	/* release: what the section wrote. */
	if (atomic_exchange_explicit(rcl_word(m), 0, memory_order_release) &
	    RCL_WORD_SLEEPER)
		rcl_futex_wake(rcl_word(m), 1);
}

static inline _Atomic(struct rcl_board *) *rcl_place_of_board(rcl_mutex_t *m)
{
	return (_Atomic(struct rcl_board *) *)(void *)&m->rcl_head;
}

static inline struct rcl_board *rcl_board_of(rcl_mutex_t *m)
{
	/* acquire: as it was when it was put there. */
	return atomic_load_explicit(rcl_place_of_board(m), memory_order_acquire);
}

static inline unsigned int rcl_mode_of(struct rcl_board *board)
{
	/* relaxed: advice. */
	return atomic_load_explicit(&board->mode, memory_order_relaxed);
}

static inline unsigned int rcl_server_of(struct rcl_board *board)
{
	/* seq_cst: see sanl.c. */
	return atomic_load_explicit(&board->server, memory_order_seq_cst);
}

static inline bool rcl_has_server(struct rcl_board *board)
{
	return rcl_server_of(board) & RCL_SERVING_NUMBER;
}

static inline bool rcl_serves(struct rcl_thread *self, struct rcl_board *board)
{
	return self->number &&
	       (rcl_server_of(board) & RCL_SERVING_NUMBER) == self->number;
}

static inline unsigned int rcl_top_of(struct rcl_board *board)
{
	/* seq_cst: see sanl.c. */
	return atomic_load_explicit(&board->top, memory_order_seq_cst);
}

#endif /* RCL_BOARD_H */
