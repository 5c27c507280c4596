/* SPDX-License-Identifier: MIT */
/*
 * list.c - which slots a server's scan looks at: those listed, so that idle
 * threads cost nothing.  Clients list their slots when they post; now and then
 * the server unlists those that have not been used for a while.
 *
 * No request is overlooked.  All accesses are seq_cst.  A client posts, then
 * loads its slot's bit, and if that is clear lists the slot: it sets the bit,
 * then the bit of the bitmap's word in listed_words.  After that it kicks
 * (server.c).  A servicing thread that unlists a slot clears the bit, then loads
 * the line's state, and if that is POSTED lists the slot again.  So either it
 * sees the request or the client sees the bit clear.  It clears the bit of a
 * word only when it has found the word 0, and then looks at the word again.  So
 * either it sees a slot's bit there, and sets the word's bit again; or the
 * slot's bit was set later, and after that the word's by the same thread.
 * Meanwhile another servicing thread may have scanned in vain, for any slot of
 * the word, and gone to sleep; so it kicks in any case.
 */
#include "remote.h"

/* Has the slot scanned from now on. */
void rcl_list(struct rcl_server *server, unsigned int slot)
{
	/* seq_cst: see the head of this file, here and below. */
	atomic_fetch_or_explicit(&server->listed[slot / 64], 1ull << slot % 64,
				 memory_order_seq_cst);
	atomic_fetch_or_explicit(&server->listed_words, 1ull << slot / 64,
				 memory_order_seq_cst);
}

static void unlist(struct rcl_server *server, unsigned int slot)
{
	_Atomic uint64_t *word = &server->listed[slot / 64];
	uint64_t bit = 1ull << slot % 64, word_bit = 1ull << slot / 64;

	if (atomic_fetch_and_explicit(word, ~bit, memory_order_seq_cst) == bit) {
		atomic_fetch_and_explicit(&server->listed_words, ~word_bit,
					  memory_order_seq_cst);
		if (atomic_load_explicit(word, memory_order_seq_cst))
			atomic_fetch_or_explicit(&server->listed_words,
						 word_bit,
						 memory_order_seq_cst);
	}
	if ((atomic_load_explicit(&server->slots->requests[slot].state,
				  memory_order_seq_cst) & RCL_PHASE) ==
	    RCL_POSTED)
		rcl_list(server, slot);
	rcl_kick(server);
}

/* Unlists the slot if it has not been used since the last sweep. */
static void sweep_slot(struct rcl_server *server, unsigned int slot)
{
	struct rcl_slots *slots = server->slots;
	/* relaxed, here and below: unlist() looks again. */
	unsigned int state = atomic_load_explicit(&slots->requests[slot].state,
						  memory_order_relaxed);

	if ((state & RCL_PHASE) == RCL_POSTED)
		return;
	if (atomic_load_explicit(&slots->seen[slot], memory_order_relaxed) ==
	    (state & RCL_NUMBER))
		unlist(server, slot);
	else
		atomic_store_explicit(&slots->seen[slot], state & RCL_NUMBER,
				      memory_order_relaxed);
}

/* To be called by a servicing thread, but not in its last scan before it
 * parks. */
void rcl_sweep(struct rcl_server *server)
{
	for (unsigned int word = 0; word < RCL_SLOTS / 64; word++) {
		/* relaxed: any recent value does. */
		uint64_t bits = atomic_load_explicit(&server->listed[word],
						     memory_order_relaxed);

		for (; bits; bits &= bits - 1)
			sweep_slot(server,
				   word * 64 +
					   (unsigned int)__builtin_ctzll(bits));
	}
}
