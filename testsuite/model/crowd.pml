/* SPDX-License-Identifier: MIT */
/*
 * crowd.pml - kind adaptive: requests that are posted, taken, run or taken back;
 *	with AIDE, also those on the lines of an aide
 *
 * Abstracts:
 *	adaptive.c	adaptive_attempt(), adaptive_post(), adaptive_linger(),
 *			adaptive_acquire(), take_posted(), take_first(),
 *			free_unless_asked(), adaptive_release()
 *	aide.c		answer(), rcl_ask_aide(), rcl_aide_answers()
 *	combine.c	rcl_serve_queue(), rcl_handle(), claim(), rcl_tell(),
 *			rcl_tell_late(), rcl_withdraw(), request()
 * Each step has one access to memory that others write; a loop around a
 * compare-and-swap is one step.  The requests linked to the word, and those that
 * the holder has taken, are queues: to reverse a list is the holder's own affair.
 * A thread gives up looking at any time, and a nap takes any time, none, too.  The
 * holder may have done enough for others at any time, or lack stack.  An aide looks
 * at any line at any time, or never again, and a client offers it a request or does
 * not: so it may be hired and dismissed at any time.
 * Leaves out: when to nap, whom to call and how to wait (QUIET), which only
 * decide when a step is made; how clients sleep on their nodes (park.pml shows
 * that for a server's); nested sections, identity, owners, recursion, fork.
 *
 * Asserted: m has one holder; a section runs once, and not after its client has
 * taken it back; m is freed only when nobody asks; a client is told when the
 * holder has given m back, or knows of another client; a thread that insists is
 * overtaken by no more sections than there are other threads; an aide has m only
 * while the client for whom it took m waits.  All clients return; else there is an
 * invalid end state.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifndef CLIENTS
#define CLIENTS		3
#endif
#ifndef CALLS
#define CALLS		1	/* of each client */
#endif
#ifndef NAPS
#define NAPS		1	/* before a thread insists */
#endif
#ifdef AIDE
#define THREADS		(CLIENTS + 1)
#else
#define THREADS		CLIENTS
#endif
#define NODES		(CLIENTS * (NAPS + 2))
#define NONE		255

mtype = { FREE, POSTED, CLAIMED, DONE, GRANTED, WITHDRAWN, CALLED };

mtype state[NODES] = FREE;
bool lease[NODES];
byte client_of[NODES];

mtype line[3] = FREE;			/* of each client, at the aide */
#ifdef BUG_AIDE_UNCLAIMED
#define CLAIM(c)	atomic { line[c] == POSTED -> whose = c }
#else
#define CLAIM(c)	atomic { line[c] == POSTED -> line[c] = CLAIMED; whose = c }
#endif

bool held;
chan posted = [NODES] of { byte };	/* linked to the word */
chan taken = [NODES] of { byte };	/* in the crowd */

/* What the checks remember. */
byte holders;
bool ran[CLIENTS];			/* the section of its present call */
bool insists[CLIENTS];
byte overtaken[CLIENTS];		/* since it insists, by sections */

inline hold()
{
	holders++;
	assert(holders == 1)
}

inline let_go()
{
	holders--
}

/* A section runs that belongs to the client. */
inline run_for(c)
{
	assert(holders == 1 && !ran[c]);
	ran[c] = true;
	for (i : 0 .. CLIENTS - 1) {
		if
		:: i != c && insists[i] && !ran[i] ->
			overtaken[i]++;
			assert(overtaken[i] < CLIENTS)
		:: else
		fi
	}
	i = 0
}

/* rcl_node_get() */
inline get_node()
{
	node = 0;
	do
	:: state[node] == FREE -> break
	:: else -> node++
	od
}

inline take_all()
{
	do
	:: len(posted) > 0 -> posted?i; taken!i
	:: len(posted) == 0 -> break
	od;
	i = 0
}

/* rcl_tell_late(): a request that has been withdrawn is the holder's node. */
inline tell_late()
{
	if
	:: late == NONE
	:: late != NONE && state[late] == CLAIMED -> state[late] = DONE
	:: late != NONE && state[late] == WITHDRAWN -> state[late] = FREE
	fi;
	late = NONE
}

/* A client, or the aide: the section that it runs as the holder is its own, or that
 * of the client whose line it has claimed. */
proctype thread(byte me)
{
	byte calls, naps, node = NONE, late = NONE, other, i, whose = me;
	bool leases;

#ifdef AIDE
	if
	:: me == CLIENTS -> goto look
	:: else
	fi;
#endif
	do
	:: atomic { calls == CALLS -> break }
	:: atomic { calls < CALLS ->
		calls++;
		naps = 0;
		if
		:: leases = false
		:: leases = true
		fi };
#ifdef AIDE
		if
		:: true		/* it is not served, or stays */
		:: atomic { !leases -> line[me] = POSTED };
			if
			:: atomic { line[me] == DONE ->
				assert(ran[me]);
				line[me] = FREE;
				goto next }
			:: atomic { line[me] == GRANTED ->
				assert(!ran[me]);
				line[me] = FREE;
				goto have }
			:: atomic { line[me] == CALLED || line[me] == POSTED ->
				assert(!ran[me]);
				line[me] = FREE }	/* taken back */
			fi
		fi;
#endif
post:
		atomic {
			if
#ifdef BUG_POST_TO_NOBODY
			:: !held && naps == 0
#else
			:: !held
#endif
				-> held = true; hold(); goto have
			:: else
			fi;
#ifdef BUG_NODE_KEPT
			if
			:: naps > 0
			:: else -> get_node()
			fi;
#else
			get_node();
#endif
			state[node] = POSTED;
			lease[node] = leases;
			client_of[node] = me;
			insists[me] = naps == NAPS;
			posted!node
		}
		if
		:: atomic { state[node] == DONE ->
			assert(ran[me]);
			goto told }
		:: atomic { state[node] == GRANTED ->
			assert(!ran[me]);
			state[node] = FREE;
			goto have }
		:: atomic { naps < NAPS && state[node] == POSTED ->
			state[node] = WITHDRAWN;
			naps++ };
			goto post
		fi;
have:
		atomic { run_for(whose) }
#ifdef BUG_AIDE_TELLS_EARLY
		atomic {
			if
			:: whose != me -> line[whose] = DONE
			:: else
			fi
		}
#endif
take:
		atomic {
			assert(whose == me || line[whose] == CLAIMED);
			if
#ifndef BUG_TAKEN_FORGOTTEN
			:: len(taken) > 0 -> taken?other
#endif
#ifdef BUG_FREED_TOO_EARLY
			:: len(taken) == 0 && len(posted) > 0 && late == NONE ->
#else
			:: len(taken) == 0 && len(posted) > 0 ->
#endif
				take_all();
				taken?other
			:: else ->
				other = NONE;
				assert(len(taken) == 0 && len(posted) == 0);
				held = false;
				let_go()
			fi
		}
		atomic {
			tell_late();
			if
			:: other == NONE -> goto served
			:: else
			fi
		}
		if
		:: true		/* judge(): grants it */
		:: !lease[other] && whose == me -> goto claim
		fi;
#ifdef BUG_GRANTED_UNSEEN
		let_go();
		state[other] = GRANTED;
		atomic { hold(); goto handed }
#else
		atomic {
			if
			:: state[other] == POSTED ->
				state[other] = GRANTED;
				goto handed
			:: else -> late = other; goto take
			fi
		}
#endif
claim:
#ifdef BUG_RUN_UNCLAIMED
		state[other] == POSTED || state[other] == WITHDRAWN;
#else
		atomic {
			if
			:: state[other] == POSTED -> state[other] = CLAIMED
			:: else -> late = other; goto take
			fi
		}
#endif
		atomic {
#ifdef BUG_RUN_UNCLAIMED
			assert(state[other] == POSTED);
			state[other] = CLAIMED;
#endif
			run_for(client_of[other]);
			late = other
		}
#ifdef BUG_TOLD_EARLY
		atomic {
			assert(!held || len(posted) > 0 || len(taken) > 0);
			tell_late()
		}
#endif
		goto take;
handed:
		skip;
served:
#ifdef AIDE
		atomic {
			if
			:: whose != me ->
#ifndef BUG_AIDE_TELLS_EARLY
				line[whose] = DONE;
#endif
				other = 0;
				goto look
			:: else
			fi
		}
#endif
		atomic { other = 0; node = NONE; goto next }
told:
		atomic { state[node] = FREE; node = NONE }
next:
		atomic {
			ran[me] = false;
			insists[me] = false;
			overtaken[me] = 0;
			naps = 0;
			leases = false
		}
	od;
	goto end;
#ifdef AIDE
look:
	whose = me;
end_looking:
	if
	:: CLAIM(0)
	:: CLAIM(1)
	:: CLAIM(2)
	fi;
	if
	:: atomic { !held -> held = true; hold() }
	:: atomic { held ->
		assert(line[whose] == CLAIMED);
		line[whose] = CALLED };
		goto look
	fi;
	if
	:: true -> goto have
	:: atomic {		/* it lacks stack: hands m over */
		let_go();
		line[whose] = GRANTED;
		hold() };
		goto look
	fi;
#endif
end:
	skip
}

init {
	byte c;

	atomic {
		for (c : 0 .. THREADS - 1) { run thread(c) }
	}
}
