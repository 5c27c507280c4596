/* SPDX-License-Identifier: MIT */
/*
 * board.c - kind sanl's boards: threads' numbers, which mutex has which board,
 * and the server's part; see sanl.c.
 */
#include <sys/mman.h>

#include "board.h"

static struct rcl_board *boards, *spares;	/* guarded by the registry */
static _Atomic uint64_t numbers[RCL_LINES / 64];	/* bitmap of those in use */

/*
 * Numbers of threads.
 */

/* Gives the thread a number; 0 if all are taken. */
unsigned int rcl_number_slowly(struct rcl_thread *self)
{
	for (unsigned int i = 0; i < RCL_LINES / 64; i++) {
		/* relaxed: the compare-and-swap decides. */
		uint64_t used = atomic_load_explicit(&numbers[i],
						     memory_order_relaxed);

		while (~used) {
			unsigned int bit = (unsigned int)__builtin_ctzll(~used);

			/* acquire: from the last thread of that number. */
			if (!atomic_compare_exchange_weak_explicit(
				    &numbers[i], &used, used | 1ull << bit,
				    memory_order_acquire, memory_order_relaxed))
				continue;
			self->number = i * 64 + bit + 1;
			return self->number;
		}
	}
	return 0;
}

/* The thread ends.  Its lines are not posted. */
void rcl_number_return(struct rcl_thread *self)
{
	unsigned int bit = self->number - 1;

	if (!self->number)
		return;
	self->number = 0;
	/* release: the lines, to the next thread of that number. */
	atomic_fetch_and_explicit(&numbers[bit / 64], ~(1ull << bit % 64),
				  memory_order_release);
}

/*
 * Which mutex has which.
 */

/* A board that nobody uses; NULL if there is no memory.  Requires the
 * registry. */
static struct rcl_board *find_board(void)
{
	struct rcl_board *board = spares;
	void *memory;

	if (board) {
		spares = board->spare;
		return board;
	}
	memory = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	board = memory;
	board->next = boards;
	boards = board;
	return board;
}

/* Sees to it that m has a board, if there is memory, and returns it. */
struct rcl_board *rcl_put_up(rcl_mutex_t *m)
{
	struct rcl_board *board;

	rcl_registry_lock();
	board = rcl_board_of(m) ? NULL : find_board();
	if (board) {
		board->mutex = m;
		board->class = rcl_class_of(m);
		/* relaxed, twice: only advice. */
		atomic_store_explicit(&board->mode,
				      rcl_sanl_settings.local ? 0 :
								RCL_REMOTE_MODE,
				      memory_order_relaxed);
		atomic_store_explicit(&board->level, 0, memory_order_relaxed);
		/* release: the fields above. */
		atomic_store_explicit(rcl_place_of_board(m), board,
				      memory_order_release);
	}
	rcl_registry_unlock();
	return rcl_board_of(m);
}

/* In the child: there is one thread, and what others had posted or served is
 * nobody's. */
void rcl_boards_after_fork(struct rcl_thread *self)
{
	for (unsigned int i = 0; i < RCL_LINES / 64; i++)
		/* relaxed, here and below: there is one thread. */
		atomic_store_explicit(&numbers[i], 0, memory_order_relaxed);
	if (self->number)
		atomic_store_explicit(&numbers[(self->number - 1) / 64],
				      1ull << (self->number - 1) % 64,
				      memory_order_relaxed);
	for (struct rcl_board *board = boards; board; board = board->next) {
		if ((atomic_load_explicit(&board->server, memory_order_relaxed) &
		     RCL_SERVING_NUMBER) != self->number || !self->number) {
			atomic_store_explicit(&board->server, 0,
					      memory_order_relaxed);
			board->serving = false;
		}
		for (unsigned int i = 0; i < RCL_LINES; i++)
			atomic_store_explicit(&board->lines[i].state, RCL_IDLE,
					      memory_order_relaxed);
	}
}

/* m comes to its end. */
void rcl_take_down(rcl_mutex_t *m)
{
	struct rcl_board *board = rcl_board_of(m);

	if (!board)
		return;
	rcl_registry_lock();
	board->spare = spares;
	spares = board;
	rcl_registry_unlock();
	m->rcl_head = NULL;
}

/*
 * The server.
 */

/* waited: in vain, for a server. */
bool rcl_become_server(struct rcl_thread *self, struct rcl_board *board,
		       bool waited)
{
	unsigned int server = rcl_server_of(board);

	if ((server & RCL_SERVING_NUMBER) ||
	    /* seq_cst: see sanl.c. */
	    !atomic_compare_exchange_strong_explicit(
		    &board->server, &server,
		    self->number | rcl_node_here(self) << RCL_NODE_SHIFT,
		    memory_order_seq_cst, memory_order_seq_cst))
		return false;
	if (rcl_stats_on) {
		rcl_count_of(board->class, RCL_NOMINATIONS);
		if (waited)
			rcl_count_of(board->class, RCL_RENOMINATIONS);
	}
	return true;
}

/* Gives up the claim of a line.  Its client may have gone to sleep meanwhile, so
 * that it insists now. */
static void put_back(struct rcl_node *line)
{
	/* seq_cst: see sanl.c. */
	atomic_fetch_or_explicit(&line->state, RCL_REVOCABLE | RCL_INSISTS,
				 memory_order_seq_cst);
}

/* Claims a request in a line; returns whether there is one. */
static inline bool claim(struct rcl_node *line, unsigned int *state)
{
	/* seq_cst: see sanl.c; acquires the fields. */
	*state = atomic_load_explicit(&line->state, memory_order_seq_cst);
	return (*state & RCL_PHASE) == RCL_POSTED &&
	       (*state & RCL_REVOCABLE) && rcl_claim_node(line, *state);
}

/* Does what a line asks for, if anything, and if m is to be had; returns
 * whether. */
static bool answer(struct rcl_batch *batch, struct rcl_board *board,
		   struct rcl_node *line)
{
	unsigned int state, outcome;

	if (!claim(line, &state))
		return false;
	if (!rcl_take_word(batch->self, board->mutex)) {
		put_back(line);
		return false;
	}
	batch->m = board->mutex;
	outcome = rcl_handle(batch, line, state & ~(unsigned int)RCL_REVOCABLE);
	if (outcome & (RCL_KEPT | RCL_GRANTED)) {
		rcl_tell(batch, line, outcome);
		rcl_wake_owed(batch);	/* it keeps the others waiting */
	} else {
		rcl_give_word(batch->m);
		rcl_tell(batch, line, outcome);
	}
	return true;
}

/* Looks at all lines once; returns whether there was anything to do. */
static bool look(struct rcl_batch *batch, struct rcl_board *board)
{
	unsigned int top = rcl_top_of(board);
	bool found = false;

	for (unsigned int i = 0; i < top; i++)
		found |= answer(batch, board, &board->lines[i]);
	return found;
}

/* The insisting request whose client is to be the next server, the first one after
 * the last server's; leases are called on the way. */
static struct rcl_node *successor(struct rcl_batch *batch,
				  struct rcl_board *board, unsigned int last)
{
	unsigned int top = rcl_top_of(board);

	for (unsigned int i = 0; i < top; i++) {
		struct rcl_node *line = &board->lines[(last + i) % top];
		/* seq_cst: see sanl.c. */
		unsigned int state = atomic_load_explicit(&line->state,
							  memory_order_seq_cst);

		if (!(state & RCL_INSISTS) || !claim(line, &state))
			continue;
		if (!(state & RCL_LEASE))
			return line;
		rcl_tell(batch, line, RCL_CALLED);
	}
	return NULL;
}

/* The term is over. */
static void leave(struct rcl_batch *batch, struct rcl_board *board)
{
	unsigned int server = rcl_server_of(board);
	unsigned int number = server & RCL_SERVING_NUMBER;
	struct rcl_node *next;

	if (rcl_stats_on)
		rcl_count_of(board->class, RCL_DOWNGRADES);
	board->serving = false;
	/* seq_cst: see sanl.c. */
	atomic_store_explicit(&board->server, server - number,
			      memory_order_seq_cst);
	next = successor(batch, board, number);
	if (next)
		rcl_tell(batch, next, RCL_CALLED);
}

void rcl_serve_term(struct rcl_thread *self, struct rcl_board *board,
		    bool overlaps)
{
	unsigned int busy = 0, turns = 0;
	/* Who has kept another mutex must go on: see owned.h. */
	unsigned int term = overlaps || rcl_holds_any(self) ?
				    0 :
				    rcl_sanl_settings.term;
	struct rcl_batch batch;

	board->serving = true;
	rcl_batch_begin(&batch, self, NULL);
	batch.enough = RCL_NO_LIMIT;	/* the term is one */
	batch.event = RCL_BY_SERVER;
	for (unsigned int i = 0; i < term; i++) {
		if (look(&batch, board)) {
			busy++;
			turns = 0;
			continue;
		}
		rcl_wake_owed(&batch);
		rcl_spin(&turns, NULL);
	}
	/* Clients vote for themselves, but where there are none. */
	if (term > 0 && busy == 0)
		rcl_vote(board, 0);
	if (term > 0)
		/* relaxed: a hint. */
		atomic_store_explicit(&board->use, busy * 100 / term,
				      memory_order_relaxed);
	leave(&batch, board);
	rcl_batch_end(&batch);
}
