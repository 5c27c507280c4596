/* SPDX-License-Identifier: MIT */
/*
 * listing.pml - which slots are looked at: the bitmap, its summary, the sweep
 *
 * Abstracts:
 *	list.c		rcl_list(), unlist(), sweep_slot(), rcl_sweep()
 *	server.c	scan(), scan_word(), park(), lead(), rcl_servicer_main()
 *	remote.c	post()
 *	remote.h	rcl_is_listed(), rcl_kick()
 *	pool.c		rcl_depose(), at any time
 * Each step has one access to memory that others write; a kick is one step (see
 * request.pml).  A sweep unlists any slot: that it remembers which were used
 * only makes it less eager.  A deposed leader may be stuck in a section after it.
 * Leaves out: locks, how a request is claimed (request.pml; here it is served by
 * the step that sees it), sleep (park.pml).
 *
 * Memory is sequentially consistent, but for the plain store of BUG_PLAIN_POST:
 * see park.pml.
 *
 * Checked: all clients return; else there is an invalid end state.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifndef CLIENTS
#define CLIENTS		2
#endif
#ifndef CALLS
#define CALLS		1	/* of each client */
#endif
#ifndef PER_WORD
#define PER_WORD	2	/* slots in a word of the bitmap */
#endif
#define WORDS		((CLIENTS + PER_WORD - 1) / PER_WORD)
#define WORD(slot)	((slot) / PER_WORD)
#define BIT(slot)	(1 << (slot) % PER_WORD)
#define WORD_BIT(slot)	(1 << WORD(slot))

bool posted[CLIENTS];
bool buffered_post[CLIENTS];		/* in the store buffer */
byte listed[WORDS];
byte listed_words;

byte parked;				/* who, plus 1; or 0 */
byte leader;				/* 0, later perhaps 1 */

inline kick()
{
	parked = 0
}

inline list_slot(slot)
{
	listed[WORD(slot)] = listed[WORD(slot)] | BIT(slot)
}

inline list_word(slot)
{
	listed_words = listed_words | WORD_BIT(slot)
}

proctype client(byte me)
{
	byte calls;

	do
	:: atomic { calls == CALLS -> break }
	:: atomic { calls < CALLS ->	/* post() */
		calls++;
#ifdef BUG_KICK_BEFORE_LISTING
		kick();
#endif
#ifdef BUG_PLAIN_POST
		buffered_post[me] = true
#else
		posted[me] = true
#endif
		};
		atomic {
			if
			:: listed[WORD(me)] & BIT(me) -> goto kicks
			:: else
			fi
		}
#ifdef BUG_WORD_LISTED_FIRST
		list_word(me);
#else
		list_slot(me);
#endif
		atomic {
#ifdef BUG_WORD_LISTED_FIRST
			list_slot(me);
#else
			list_word(me);
#endif
kicks:
#ifndef BUG_KICK_BEFORE_LISTING
			kick()
#endif
		}
		!posted[me] && !buffered_post[me]
	od
}

proctype servicer(byte me)
{
	byte slot, words, bits;
	bool again, any, parking;

end_spare:
	me == 0 || leader == me;
lead:
	atomic {
		if
		:: leader == me
		:: else -> kick(); goto end_deposed
		fi;
		if
		:: goto scan
		:: slot = 0
		:: slot = CLIENTS - 1
		:: slot = CLIENTS / 2
		fi
	}
	/* unlist() */
#ifdef BUG_LOOK_BEFORE_CLEAR
	again = posted[slot];
#endif
	atomic {
		if
		:: listed[WORD(slot)] == BIT(slot) -> listed[WORD(slot)] = 0
		:: else ->
			listed[WORD(slot)] = listed[WORD(slot)] & ~BIT(slot);
			goto unlisted
		fi
	}
	listed_words = listed_words & ~WORD_BIT(slot);
#ifndef BUG_WORD_NOT_CHECKED
	atomic {
		if
		:: listed[WORD(slot)]
		:: else -> goto unlisted
		fi
	}
	atomic {
		list_word(slot);
#ifndef BUG_NO_KICK_FOR_WORD
		kick()
#endif
	}
#endif
unlisted:
	atomic {
#ifndef BUG_LOOK_BEFORE_CLEAR
		again = posted[slot];
#endif
#ifdef BUG_SLOT_NOT_CHECKED
		again = false;
#endif
		if
		:: again -> again = false
		:: else -> goto swept
		fi
	}
	list_slot(slot);
	atomic {
		list_word(slot);
#ifndef BUG_NO_KICK_FOR_SLOT
		kick();
#endif
	}
swept:
	atomic {
		slot = 0;
		if
		:: goto lead
		:: leader != me -> goto end_deposed	/* into a long section */
		fi
	}
scan:
	words = listed_words;
scan_word:
	atomic {
		if
		:: slot >= CLIENTS -> goto scanned
		:: slot < CLIENTS && !(words & WORD_BIT(slot)) ->
			slot = slot + PER_WORD;
			goto scan_word
		:: else -> bits = listed[WORD(slot)]
		fi
	}
scan_slot:
	atomic {
		if
		:: (bits & BIT(slot)) && posted[slot] ->
			posted[slot] = false;
			any = true
		:: else
		fi;
		slot++;
		if
		:: slot % PER_WORD && slot < CLIENTS -> goto scan_slot
		:: !(slot % PER_WORD) || slot >= CLIENTS -> goto scan_word
		:: any	/* deposed */
		fi
	}
scanned:
	atomic {
		slot = 0;
		words = 0;
		bits = 0;
		if
		:: !any && !parking ->	/* park() */
			parking = true;
			parked = me + 1;
			goto scan
		:: any && parking ->
			parking = false;
			any = false;
			kick();
			goto lead
		:: any && !parking -> any = false; goto lead
		:: else -> parking = false
		fi
	}
end_parked:
	atomic { parked != me + 1 || leader != me -> goto lead }
end_deposed:
	false
}

/* Deposes the leader, whatever it does; or nobody. */
proctype manager()
{
	if
	:: atomic { leader = 1; kick() }
	:: true
	fi
}

proctype memory(byte c)
{
end:	do
	:: atomic { buffered_post[c] ->
		buffered_post[c] = false;
		posted[c] = true }
	od
}

init {
	byte i;

	atomic {
		run servicer(0);
		run servicer(1);
		for (i : 0 .. CLIENTS - 1) {
			run client(i);
#ifdef BUG_PLAIN_POST
			run memory(i)
#endif
		}
		run manager()
	}
}
