/* SPDX-License-Identifier: MIT */
/*
 * crowd.h - what kind adaptive's files share: a mutex's word, its crowd, and the
 * ways in which those who wait do so.  The word and the crowd are explained in
 * adaptive.c, the ways in steer.c, aides in aide.c.
 */
#ifndef RCL_CROWD_H
#define RCL_CROWD_H

#include "combine.h"

enum {
	/* Of the word: how to wait; combining if it says neither. */
	RCL_QUIET_WAY = 16,
	RCL_SERVED_WAY = 32,
	RCL_WAYS = RCL_QUIET_WAY | RCL_SERVED_WAY, /* mask */

	RCL_WAITED = 4,			/* somebody has waited since the holder
					   looked last */

	RCL_LEAST_REST = 16,		/* windows from one trial to the next */

	RCL_AT_AIDE = RCL_KIND_FLAG,	/* of a request's state: it is in a line */
};

/* Linux gives no address above these 48 bits to who does not ask for it. */
#define RCL_SLEEPER	((uint64_t)1 << 48)

/* Lives in a node's memory, and so is never unmapped: to look at it late does no
 * harm.  All that is not atomic is the holder's; times are rcl_now()'s. */
struct rcl_crowd {
	_Alignas(RCL_LINE) struct rcl_node *first; /* of the requests taken */
	uint64_t called;		/* when a sleeper was called last */
	uint64_t looked;		/* at the clock last */
	uint64_t begun;			/* this window */
	_Atomic unsigned int calls;	/* futex: their number */
	_Atomic unsigned int stride;	/* with which the sections until the next
					   look began */
	unsigned int sections;		/* in this window until the last look */
	unsigned int rate;		/* sections a millisecond in the way that
					   is known */
	uint16_t rest;			/* windows until the next trial, */
	uint16_t next_rest;		/* and the one after that */
	uint16_t busy;			/* hundredths of processors that were so
					   when the aide was hired */
	unsigned char phase : 2;
	unsigned char strange : 6;	/* windows in a row with another rate */
	unsigned char way : 6;		/* the one that is known */
	bool second : 1;		/* which of two ways was tried last */
	_Atomic unsigned char aide;	/* its number plus 1, or 0 */
	_Atomic bool idle;		/* the one called has found m free, and
					   as it was */
};
_Static_assert(sizeof(struct rcl_crowd) == sizeof(struct rcl_node),
	       "each lives in the memory of a node");

/* adaptive.c */
extern const struct rcl_lock rcl_adaptive_lock;

/* steer.c */
uint64_t rcl_crowd_look(rcl_mutex_t *m, struct rcl_crowd *crowd);
bool rcl_crowd_watch(rcl_mutex_t *m, struct rcl_crowd *crowd, uint64_t time);

/* aide.c */
extern unsigned int rcl_restless;
bool rcl_hire_aide(struct rcl_crowd *crowd);
bool rcl_has_aide(struct rcl_crowd *crowd);
const char *rcl_dismiss_aide(struct rcl_crowd *crowd);
struct rcl_node *rcl_ask_aide(struct rcl_thread *self, rcl_mutex_t *m,
			      struct rcl_crowd *crowd,
			      const struct rcl_post *post);
bool rcl_aide_answers(struct rcl_thread *self, struct rcl_node *line);

/* spare.c */
void rcl_look_for_spare(uint64_t time);
unsigned int rcl_busy(void);
bool rcl_is_spare(void);
bool rcl_is_crowded(void);

static inline _Atomic uint64_t *rcl_word_of(rcl_mutex_t *m)
{
	return (_Atomic uint64_t *)(void *)&m->rcl_tail;
}

/* The sections until the holder looks at the clock.
 * relaxed, both: a hint. */
static inline unsigned int rcl_left_of(rcl_mutex_t *m)
{
	return atomic_load_explicit(rcl_word(m), memory_order_relaxed);
}

static inline void rcl_leave(rcl_mutex_t *m, unsigned int left)
{
	atomic_store_explicit(rcl_word(m), left, memory_order_relaxed);
}

/* How those who wait for m do so. */
static inline unsigned int rcl_way_of(rcl_mutex_t *m)
{
	/* relaxed: a hint. */
	return (unsigned int)atomic_load_explicit(rcl_word_of(m),
						  memory_order_relaxed) &
	       RCL_WAYS;
}

#endif /* RCL_CROWD_H */
