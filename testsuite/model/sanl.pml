/* SPDX-License-Identifier: MIT */
/*
 * sanl.pml - kind sanl: who serves the board, and who waits there
 *
 * Abstracts:
 *	sanl.c	sanl_exec() in the remote mode, sanl_post(), sanl_linger(),
 *		sanl_acquire(), ask_for_lease()
 *	board.c	rcl_become_server(), rcl_serve_term(), answer(), put_back(),
 *		leave(), successor()
 * Each step has one access to memory that others write.  A term is any number of
 * looks.  A client insists whenever it likes.  A client that does not is awake:
 * it sees at once that there is no server, which in truth it sees within T_w.
 * Lessees ask for the mutex itself; they give it back by themselves, or serve
 * nobody then.  They may give up at any time.
 * Leaves out: the sleep on the word of the mutex (here it is waited for), modes,
 * votes and nodes, which only decide who comes here, and when; stack room.
 *
 * Memory is sequentially consistent: all accesses here are seq_cst, or depend on
 * a compare-and-swap of the same line.
 *
 * Checked: each section runs once, and nobody else's meanwhile; all return, else
 * there is an invalid end state.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifndef CLIENTS
#define CLIENTS		3
#endif
#ifndef LESSEES
#define LESSEES		0	/* threads before the clients */
#endif
#ifndef LOOKS
#define LOOKS		1	/* in a term, at most */
#endif
#define THREADS		(CLIENTS + LESSEES)
#define NONE		THREADS

mtype = { IDLE, POSTED, GRANTED, CALLED, RUN };

mtype line[THREADS] = IDLE;
bool revocable[THREADS], insists[THREADS];
bool ran[THREADS];
byte server = NONE;
bool held;				/* the word of the mutex */
byte inside;				/* threads in sections */

inline take()
{
	atomic { !held -> held = true }
}

inline give()
{
	held = false
}

/* Runs the section of a thread; the caller has the mutex. */
inline execute(whose)
{
	atomic { assert(!ran[whose] && inside == 0); inside++ };
	atomic { ran[whose] = true; inside-- }
}

/* A request is claimed by who takes "revocable" off it, and by nobody else. */
inline claim(i)
{
	if
#ifdef BUG_NO_CLAIM
	:: atomic { line[i] == POSTED -> claimed = true }
#else
#ifdef BUG_CLAIM_AGAIN
	/* another one's compare-and-swap comes first, and it is tried again */
	:: line[i] == POSTED && revocable[i] ->
		if
		:: atomic { line[i] == POSTED ->
			revocable[i] = false; claimed = true }
		:: else
		fi
#else
	:: atomic { line[i] == POSTED && revocable[i] ->
		revocable[i] = false; claimed = true }
#endif
#endif
	:: else
	fi
}

/* One look at a line by the server. */
inline answer(i)
{
	claim(i);
	if
	:: atomic { claimed -> claimed = false };
		if
		:: atomic { !held -> held = true }
			if
			:: i < LESSEES -> line[i] = GRANTED
			:: else ->
				execute(i);
				give();
				line[i] = RUN
			fi
		:: atomic { held ->
			/* put_back() */
#ifndef BUG_MEEK
			insists[i] = true;
#endif
			revocable[i] = true }
		fi
	:: else
	fi
}

/* Calls those who insist: all lessees, one client. */
inline call_successor()
{
	i = 0;
	do
	:: i < THREADS ->
		if
		:: insists[i] -> claim(i)
		:: else
		fi;
		if
		:: atomic { claimed -> claimed = false; line[i] = CALLED };
#ifdef BUG_LESSEE_SUCCEEDS
			break
#else
			if
			:: i >= LESSEES -> break
			:: else
			fi
#endif
		:: else
		fi;
		i++
	:: else -> break
	od
}

inline leave()
{
#ifdef BUG_CALL_FIRST
	call_successor();
	server = NONE
#else
	server = NONE;
#ifndef BUG_NO_CALL
	call_successor()
#endif
#endif
}

inline serve_term()
{
	looks = 0;
	do
	:: looks < LOOKS ->
		looks++;
		i = 0;
		do
		:: i < THREADS -> answer(i); i++
		:: else -> break
		od
	:: break
	od;
	leave()
}

inline post(how)
{
	atomic { line[me] = POSTED; revocable[me] = true; insists[me] = how }
}

/* Takes the own request back, if it can be; else waits for its outcome. */
inline withdraw()
{
	if
	:: atomic { line[me] == POSTED && revocable[me] ->
		line[me] = IDLE; revocable[me] = false }
	:: else -> goto waits
	fi
}

proctype client(byte me)
{
	byte i, looks;
	bool claimed;

again:
	if
	:: atomic { server == NONE -> server = me };
		take();
		execute(me);
		give();
		serve_term();
		goto done
	:: server != NONE ->
		if
		:: post(false);
			/* awake: done, or claimed, or no server left */
			if
			:: line[me] != POSTED || !revocable[me] -> goto waits
			:: server == NONE -> withdraw(); goto again
			fi
		:: post(true);
#ifndef BUG_NO_LOOK
			if
			:: server == NONE -> withdraw(); goto again
			:: server != NONE -> skip
			fi
#endif
		fi
	fi;
waits:					/* asleep */
	if
	:: line[me] == RUN
	:: atomic { line[me] == CALLED -> line[me] = IDLE };
#ifdef BUG_CALLED_GOES_ALONE
		take();
		execute(me);
		give()
#else
		goto again
#endif
	fi;
done:	assert(ran[me])
}

proctype lessee(byte me)
{
again:
	if
	:: atomic { !held -> held = true }; goto holds
	:: server != NONE ->
		post(true);
		if
		:: server == NONE -> withdraw(); goto again
		:: server != NONE -> skip
		fi
	fi;
waits:
	if
	:: line[me] == GRANTED
	:: atomic { line[me] == CALLED -> line[me] = IDLE }; goto again
	/* out of time */
#ifdef BUG_WITHDRAW_CLAIMED
	:: atomic { line[me] == POSTED ->
#else
	:: atomic { line[me] == POSTED && revocable[me] ->
#endif
		line[me] = IDLE; revocable[me] = false };
		goto done
	fi;
holds:
	execute(me);
	give();
done:	skip
}

init {
	byte n;

	atomic {
		do
		:: n < LESSEES -> run lessee(n); n++
		:: n >= LESSEES && n < THREADS -> run client(n); n++
		:: else -> break
		od
	}
}
