/* SPDX-License-Identifier: MIT */
/*
 * sanl.c - kind sanl: while few threads want a mutex, each takes it itself; when
 * many do, one of them serves the others for a while ("Scalable Adaptive
 * NUMA-aware Lock", Zhang, Lau, Wang, Cheng and Chen, PPoPP 2016).
 *
 * rcl_word	the lock: HELD, and SLEEPER: somebody may sleep on the word
 * rcl_head	the board, once threads wait for m: its mode, its server, and a
 *		request line for each thread (by a number of its own)
 *
 * Whoever runs a section has m by its word, in every mode.  So a mode is only
 * advice, and a change of it moves nothing.  In the local mode threads take m
 * themselves.  In the remote mode a thread first tries to become the board's
 * server; who fails posts its request on its line.  The server runs its own
 * section, then looks at all lines over and over, a term of so many times; for
 * each request that it finds it takes m, runs the section, and gives m back.
 *
 * These are the states of a line (see combine.h), and who may move it:
 *
 *	IDLE, DONE -> POSTED + REVOCABLE	its client, having written the
 *			other fields
 *	- REVOCABLE	a server, or one that leaves: the line is claimed
 *	+ REVOCABLE + INSISTS	who has claimed it: m is not to be had, and its
 *			client may have gone to sleep meanwhile
 *	POSTED -> DONE	who has claimed it, with the outcome: none, KEPT, GRANTED
 *			or CALLED
 *	POSTED + REVOCABLE -> IDLE	its client: it takes the request back
 *	+ INSISTS	its client, with POSTED: it will not come back by itself
 *	+ SLEEPING	its client, in POSTED
 *
 * and of the board's server: 0 -> its number, by the thread of that number; and
 * back to 0, by the same thread, when its term is over.
 *
 * Once and only once.  A request is run, told or taken back by who makes it lose
 * REVOCABLE, of which compare-and-swap chooses one.  m is alive while a request
 * for it is claimed, for its client uses m until it is told; so a server touches
 * m only then.  It may linger at the board of a mutex that has come to its end:
 * boards are never unmapped, and a new mutex that gets the board finds a server
 * there.
 *
 * Nothing is lost.  A client that does not insist is awake, and when it has
 * waited for T_w and there is no server, it takes its request back and tries to
 * become the server.  For those that insist, all accesses that this paragraph
 * speaks of are seq_cst.  The client posts, then looks for a server: if there is
 * none it takes its request back.  A server that leaves stores 0, then looks at
 * all lines: if it sees any that insists, it calls one of them, which will try to
 * become the server.  So while a request insists, there is a server, or a client
 * that has been called, or has taken its request back, and is about to try; and
 * who tries in vain has found another server, which leaves later.  Leases are
 * called, all of them, for they do not serve.
 *
 * Thresholds, terms and times are those of RCL_SANL, which rcl calibrate
 * measures.
 */
#include "board.h"
#include "remote.h"

enum {
	TURNS = 288,			/* before one who competes sleeps, */
	WOKEN_TURNS = 64,		/* and sleeps again */
	NAPS = 3,			/* times T_w before a client insists */
	LOOK_TURNS = 8,			/* between two looks at the clock */

	ASLEEP = RCL_WORD_HELD | RCL_WORD_SLEEPER, /* the word, for sleepers */
};

static const struct rcl_combiner sanl;

/* Takes m, sleeping on its word: 0 or ETIMEDOUT.  Whoever has slept there says
 * again and again that there may be others, until it has m. */
static int take_asleep(struct rcl_thread *self, rcl_mutex_t *m,
		       const struct timespec *abstime)
{
	unsigned int turns = 0;

	if (self->servicer)
		rcl_hand_over(self->servicer);
	/* acquire: what the last holder wrote. */
	while (atomic_exchange_explicit(rcl_word(m), ASLEEP,
					memory_order_acquire) & RCL_WORD_HELD) {
		if (turns++ % WOKEN_TURNS)
			rcl_pause();
		else if (!abstime)
			rcl_long_wait(self, rcl_word(m), ASLEEP);
		else if (rcl_futex_wait(rcl_word(m), ASLEEP, abstime,
					CLOCK_REALTIME) == -ETIMEDOUT)
			return ETIMEDOUT;
	}
	rcl_wait_over(self);
	return 0;
}

static void sanl_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_board *board = rcl_board_of(m);
	bool begins = board && rcl_serves(self, board) && !board->serving;
	bool overlaps = begins && rcl_overlaps(self, m);

	rcl_give_word(m);
	if (__builtin_expect(begins, 0))
		rcl_serve_term(self, board, overlaps);
}

/*
 * Clients.
 */

/* The board of a line, whether its mutex is still there or not. */
static inline struct rcl_board *board_with(struct rcl_thread *self,
					   struct rcl_node *line)
{
	unsigned char *lines = (unsigned char *)(line - (self->number - 1));

	return (void *)(lines - offsetof(struct rcl_board, lines));
}

/* Posts a request on the caller's line. */
static struct rcl_node *put(struct rcl_thread *self, struct rcl_board *board,
			    const struct rcl_post *post, unsigned int flags)
{
	struct rcl_node *line = &board->lines[self->number - 1];
	unsigned int top = rcl_top_of(board);

	/* seq_cst, here and below: see the head of this file. */
	while (top < self->number &&
	       !atomic_compare_exchange_weak_explicit(
		       &board->top, &top, self->number, memory_order_seq_cst,
		       memory_order_seq_cst))
		;
	rcl_fill(self, line, post);
	atomic_store_explicit(&line->state, post->state | RCL_REVOCABLE | flags,
			      memory_order_seq_cst);
	return line;
}

/* In the restrictive mode, who is not on the server's node keeps away until there
 * is another server, or another mode; but not for ever. */
static void keep_away(struct rcl_thread *self, struct rcl_board *board,
		      struct rcl_post *post)
{
	unsigned int turns = 0;
	uint64_t since = rcl_now();

	while (post->naps < NAPS &&
	       (rcl_mode_of(board) & RCL_RESTRICTED_MODE) &&
	       rcl_has_server(board) &&
	       rcl_server_of(board) >> RCL_NODE_SHIFT != rcl_node_here(self)) {
		rcl_spin(&turns, NULL);
		if (turns % LOOK_TURNS == 0 &&
		    rcl_now() - since > rcl_sanl_settings.wait * 1000ull) {
			post->naps++;
			since = rcl_now();
		}
	}
}

static struct rcl_node *sanl_post(struct rcl_thread *self, rcl_mutex_t *m,
				  struct rcl_post *post)
{
	struct rcl_board *board = rcl_board_of(m);

	if (post->naps == 0)
		rcl_wait_begins(self);
	if (rcl_nodes)
		keep_away(self, board, post);
	if (!rcl_become_server(self, board, post->naps > 0))
		return put(self, board, post,
			   post->naps < NAPS ? 0 : RCL_INSISTS);
	if (rcl_compete(&sanl.lock, self, m, TURNS, NULL))
		take_asleep(self, m, NULL);
	return NULL;
}

/* Waits for a request for T_w, and longer while there is a server; returns
 * whether it is done. */
static bool wait_awake(struct rcl_thread *self, struct rcl_board *board,
		       struct rcl_node *line, struct rcl_post *post)
{
	unsigned int turns = 0, server = rcl_server_of(board);
	uint64_t since = rcl_now(), wait = rcl_wait_ns(self, board, server);

	while (post->naps < NAPS) {
		/* relaxed: rcl_await() looks again. */
		if ((atomic_load_explicit(&line->state, memory_order_relaxed) &
		     RCL_PHASE) == RCL_DONE)
			return true;
		rcl_spin(&turns, NULL);
		if (turns % LOOK_TURNS || rcl_now() - since < wait)
			continue;
		since = rcl_now();
		post->naps++;
		if (!rcl_has_server(board))
			break;
	}
	return false;
}

static bool sanl_linger(struct rcl_thread *self, rcl_mutex_t *m,
			struct rcl_node *line, struct rcl_post *post)
{
	struct rcl_board *board = board_with(self, line);
	bool insists = post->naps >= NAPS;
	unsigned int contention;

	/* seq_cst, by rcl_has_server(): see the head of this file. */
	if (insists ? !rcl_has_server(board) :
		      !rcl_await_briefly(self, &line->state) &&
			      !wait_awake(self, board, line, post))
		if (rcl_withdraw(line))
			return false;
	rcl_await(self, &line->state, NULL);
	contention = rcl_wait_ends(self, m);
	if (contention <= RCL_ALWAYS)
		rcl_vote(board, contention);
	/* relaxed: the wait has acquired. */
	return !(atomic_load_explicit(&line->state, memory_order_relaxed) &
		 RCL_CALLED);
}

static void sanl_settle(struct rcl_thread *self, struct rcl_node *line)
{
	(void)self, (void)line;
}

/* Asks the server for m itself: 0, ETIMEDOUT, or EBUSY if the server has gone. */
static int ask_for_lease(struct rcl_thread *self, struct rcl_board *board,
			 const struct timespec *abstime)
{
	const struct rcl_post post = { .state = RCL_POSTED | RCL_LEASE };
	struct rcl_node *line = put(self, board, &post, RCL_INSISTS);
	unsigned int outcome;

	if (!rcl_has_server(board) && rcl_withdraw(line)) {
		rcl_forget_node(self);
		return EBUSY;
	}
	while (!rcl_sleep(self, &line->state, abstime)) {
		if (rcl_withdraw(line)) {
			rcl_forget_node(self);
			return ETIMEDOUT;
		}
		rcl_yield();		/* claimed: for a moment */
	}
	/* relaxed: the wait has acquired. */
	outcome = atomic_load_explicit(&line->state, memory_order_relaxed);
	rcl_forget_node(self);
	return outcome & RCL_GRANTED ? 0 : EBUSY;
}

/* Votes as the holder, with the first board there is. */
static void vote_as_holder(struct rcl_thread *self, rcl_mutex_t *m)
{
	unsigned int contention = rcl_wait_ends(self, m);
	struct rcl_board *board = rcl_board_of(m);

	if (contention > RCL_ALWAYS)
		return;
	if (!board && contention >= rcl_sanl_settings.local * (RCL_ALWAYS / 200))
		board = rcl_put_up(m);
	if (board)
		rcl_vote(board, contention);
}

static int sanl_acquire(struct rcl_thread *self, rcl_mutex_t *m,
			const struct timespec *abstime)
{
	struct rcl_board *board = rcl_board_of(m);
	int error;

	rcl_wait_begins(self);
	rcl_wait_for(self, m);
	do {
		error = rcl_compete(&sanl.lock, self, m, TURNS, abstime);
		if (error != EBUSY)
			break;
		if (board && rcl_has_server(board) && rcl_thread_number(self) &&
		    !rcl_serves(self, board))
			error = ask_for_lease(self, board, abstime);
		else
			error = take_asleep(self, m, abstime);
	} while (error == EBUSY);
	if (!error)
		vote_as_holder(self, m);
	rcl_wait_for(self, NULL);
	return error;
}

/* Frees m for one who has not come to serve. */
static void local_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	rcl_give_word(m);
}

static const struct rcl_lock local = {
	rcl_take_word, sanl_acquire, local_release,
};

static const struct rcl_combiner sanl = {
	.lock = { rcl_take_word, sanl_acquire, sanl_release },
	.copies = true,
	.post = sanl_post,
	.settle = sanl_settle,
	.linger = sanl_linger,
};

static int sanl_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		     size_t size, unsigned int how)
{
	struct rcl_thread *self = rcl_self();
	struct rcl_board *board = rcl_board_of(m);

	if (__builtin_expect(!board && rcl_sanl_settings.local == 0, 0))
		board = rcl_put_up(m);	/* remote from the beginning */
	if (__builtin_expect(!board ||
				     !(rcl_mode_of(board) & RCL_REMOTE_MODE), 1) ||
	    rcl_stays(self, m, how) || rcl_holds_any(self) ||
	    !rcl_thread_number(self) || rcl_serves(self, board))
		return rcl_owned_exec(&local, self, m, section, ctx, how);
	return rcl_combine_request(&sanl, self, m, section, ctx, size, how);
}

RCL_OWNED_LEASES(sanl.lock)
RCL_OWNED_OPS(rcl_sanl_ops, "sanl", sanl_exec, rcl_sanl_start, NULL, rcl_take_down);
