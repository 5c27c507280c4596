/* SPDX-License-Identifier: MIT */
/*
 * request.pml - a request's way from its client to a servicing thread and back
 *
 * Abstracts:
 *	server.c	serve(), take(), grant(), execute(), finish(), scan(),
 *			park(), lead(), leads(), rcl_servicer_main()
 *	remote.c	rcl_take(), rcl_take_or_queue(), rcl_give(), disinherit(),
 *			withdraw(), post(), request_lease(), collect(),
 *			remote_exec()
 *	remote.h	rcl_claim(), rcl_kick()
 *	pool.c		rcl_depose(), which may come at any time
 * Each step has one access to memory that others write, but for these: a loop
 * around a compare-and-swap is one step; rcl_take() is one with the
 * rcl_take_or_queue() after it; a kick is one with what made the work (park.pml
 * takes them apart).  Detached requests are like others.
 * Leaves out: how threads sleep and are woken (park.pml; here the leader sleeps
 * while parked names it, a client until DONE), which slots are looked at (listing.pml;
 * here all), server->heir, which only adds looks, rcl_trylock(), which does as the
 * first step of a lease, nested sections, identity, owners, recursion, fork, and
 * that sequence numbers wrap.
 *
 * Asserted: a posted request runs once, with its own fields; a lock has one
 * holder at a time; once a client has seen DONE, or has withdrawn, nobody touches
 * a lock on its behalf.  As every client makes a fixed number of calls, a request
 * that is lost is a client that never ends: an invalid end state.
 *
 * BLOCKING has client 1 execute, under a lock of its own, a section that waits
 * until client 0 has returned, and the leader deposed that runs it.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifdef BLOCKING
#define CLIENTS		3
#define CALLS		1
#define MUTEXES		2
#define MUTEX(slot)	((slot) == 1)
#define WAYS		::way=(me==2->LEASE:EXEC)
#endif
#ifndef CLIENTS
#define CLIENTS		2
#endif
#ifndef CALLS
#define CALLS		2	/* of each client */
#endif
#ifndef MUTEXES
#define MUTEXES		1
#define MUTEX(slot)	0
#endif
#ifndef DEPOSALS
#define DEPOSALS	1	/* of leaders that are not stuck */
#endif
#define SERVICERS	2

/* The ways to call: rcl_exec(), where the section may return RCL_KEEP or not;
 * rcl_timedlock(), the time of which may pass or not; rcl_tryexec(). */
mtype = { EXEC, LEASE, ATTEMPT };
#ifndef WAYS
#define WAYS		::way=EXEC ::way=LEASE ::way=ATTEMPT
#endif
mtype = { NOT_RUN, RAN, KEPT };

/* The states of the lines: POSTED, or else IDLE or DONE, which nobody tells
 * apart; and the sequence number.  The fields. */
bool posted[CLIENTS];
byte number[CLIENTS];
mtype field[CLIENTS] = EXEC;		/* what to do */
byte argument[CLIENTS];			/* the number of its request */
mtype result[CLIENTS] = NOT_RUN;

byte claims[CLIENTS];

/* The words of the locks: whether held, and the heir's slot plus 1. */
bool held[MUTEXES];
byte heir[MUTEXES];

byte parked;				/* who, plus 1; or 0 */
byte leader;
bool spare[SERVICERS];

/* What the checks remember. */
bool waits[CLIENTS];			/* its client has not returned */
bool ran[CLIENTS];			/* the request posted last */
byte holders[MUTEXES];
bool stuck[SERVICERS];			/* in a section that waits */
bool returned;				/* client 0, for good */

/* A lock is touched for request n of slot c.  The published algorithm does that
 * late, too; but of its errors double execution is to be found. */
#ifdef BUG_NO_RECHECK
#define TOUCH(c, n)	skip
#else
#define TOUCH(c, n)	assert(waits[c] && number[c] == n)
#endif

inline kick()
{
	parked = 0
}

inline hold(m)
{
	held[m] = true;
	holders[m]++;
	assert(holders[m] == 1)
}

/* rcl_give() */
inline give(m)
{
	assert(held[m]);
	held[m] = false;
	holders[m]--;
	if
#ifndef BUG_NO_KICK_FOR_HEIR
	:: heir[m] -> kick()
#endif
	:: else
	fi
}

#ifdef BUG_PARKED_ANONYMOUS
#define PARK		parked = 1
#define PARKED		parked
#else
#define PARK		parked = me + 1
#define PARKED		(parked == me + 1)
#endif

/* The client's call has returned, or will without more to do at the server. */
inline over()
{
	way = EXEC;
	waits[me] = false;
	field[me] = EXEC;
	result[me] = NOT_RUN;
	ran[me] = false
}

proctype client(byte me)
{
	byte calls;
	mtype way = EXEC;

	do
	:: atomic { calls == CALLS ->
		returned = returned || me == 0;
		break }
	:: atomic { calls < CALLS ->
		calls++;
		if
		WAYS
		fi;
		if
		:: way == LEASE
		:: else -> goto request
		fi };
		atomic {
			if
			:: !held[MUTEX(me)] && !heir[MUTEX(me)] ->
				hold(MUTEX(me));
				goto have
			:: else
			fi
		}
request:
		atomic {
			field[me] = way;
			argument[me] = number[me] + 1
		}
		atomic {	/* post() */
			posted[me] = true;
			number[me]++;
			waits[me] = true;
			kick()
		}
		if	/* rcl_await() */
		:: atomic { !posted[me] ->
			assert(ran[me] == (result[me] != NOT_RUN));
			assert(ran[me] || way != EXEC);
			if
			:: way == LEASE || result[me] == KEPT ->
				over();
				goto have
			:: else ->
				over();
				goto next
			fi }
#ifdef BUG_WITHDRAW_UNCLAIMED
		:: atomic { way == LEASE && posted[me] ->
#else
		:: atomic { way == LEASE && claims[me] == number[me] - 1 ->
			claims[me] = number[me];
#endif
			posted[me] = false }
		fi;
		atomic {	/* disinherit() */
			over();
#ifndef BUG_STAYS_HEIR
			if
			:: heir[MUTEX(me)] == me + 1 ->
				heir[MUTEX(me)] = 0;
#ifndef BUG_NO_KICK_BY_WITHDRAWN
				kick()
#endif
			:: else
			fi;
#endif
			goto next
		}
have:
		atomic {
			way = EXEC;
			give(MUTEX(me))
		}
next:		skip
	od
}

proctype servicer(byte me)
{
	byte slot, seq;
	mtype way = EXEC;
	bool any, parking;

	if
	:: me == 0 -> goto lead
	:: else
	fi;
end_spare:
	leader == me;
lead:
	atomic {
		if
		:: leader == me
		:: else -> goto deposed
		fi
	}
scan:
	atomic {
		if
		:: slot == CLIENTS -> goto scanned
		:: slot < CLIENTS && posted[slot] -> seq = number[slot]
		:: else -> slot++; goto scan
		fi
	}
#ifndef BUG_NO_RECHECK
	atomic {	/* rcl_claim() */
		if
#ifdef BUG_CLAIM_UNNUMBERED
		:: claims[slot] != number[slot] -> claims[slot] = number[slot]
#else
		:: claims[slot] == seq - 1 -> claims[slot] = seq
#endif
		:: else -> seq = 0; slot++; goto scan
		fi
	}
#endif
	atomic {	/* take() */
		assert(argument[slot] == seq);
		TOUCH(slot, seq);
		way = field[slot];
		if
		:: !held[MUTEX(slot)] && (!heir[MUTEX(slot)] ||
			(heir[MUTEX(slot)] == slot + 1 && way != ATTEMPT)) ->
			heir[MUTEX(slot)] = 0;
			hold(MUTEX(slot));
			if
			:: way == LEASE -> goto done
			:: else
			fi;
			assert(!ran[slot]);
			ran[slot] = true;
#ifdef BLOCKING
			stuck[me] = slot == 1;
			result[slot] = RAN;
			goto section
#else
			if
			:: result[slot] = KEPT -> goto done
			:: result[slot] = RAN -> goto section
			fi
#endif
		:: else
		fi;
		if
		:: way == ATTEMPT -> goto done
#ifndef BUG_HEIR_AFTER_CLAIM
		:: way != ATTEMPT && held[MUTEX(slot)] && !heir[MUTEX(slot)] ->
			heir[MUTEX(slot)] = slot + 1
#endif
		:: else
		fi
	}
#ifndef BUG_CLAIM_KEPT
	claims[slot] = seq - 1;
#endif
#ifdef BUG_HEIR_AFTER_CLAIM
	atomic {
		TOUCH(slot, seq);
		if
		:: held[MUTEX(slot)] && !heir[MUTEX(slot)] ->
			heir[MUTEX(slot)] = slot + 1
		:: else
		fi
	}
#endif
	atomic {
		if
#ifndef BUG_NO_KICK_AFTER_CLAIM
		:: leader != me -> kick()
#endif
		:: else
		fi;
		goto passed
	}
section:
#ifdef BLOCKING
	atomic {
		slot != 1 || returned ->
		stuck[me] = false
	}
#endif
#ifdef BUG_DONE_BEFORE_GIVE
	posted[slot] = false;
#endif
	atomic {
		TOUCH(slot, seq);
		assert(argument[slot] == seq);
		give(MUTEX(slot));
#ifdef BUG_DONE_BEFORE_GIVE
		any = true;
		goto passed
#endif
	}
done:
	atomic {	/* finish() */
		posted[slot] = false;
		any = true;
#ifndef BUG_READ_AFTER_DONE
		goto passed
#endif
	}
#ifdef BUG_READ_AFTER_DONE
	assert(argument[slot] == seq);
#endif
passed:
	atomic {
		seq = 0;
		way = EXEC;
		if
		:: slot++; goto scan
		:: any -> goto scanned	/* deposed */
		fi
	}
scanned:
	atomic {
		slot = 0;
		if
		:: !any && !parking ->	/* park() */
			parking = true;
			PARK;
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
	atomic { !PARKED || leader != me -> goto lead }
deposed:
#ifndef BUG_NO_KICK_BY_DEPOSED
	kick();
#endif
	atomic { spare[me] = true; goto end_spare }
}

/* Deposes the leader: when it is stuck; and some times else, or not at all. */
proctype manager()
{
	byte next, deposals;

end:	do
	:: atomic { (stuck[leader] || deposals < DEPOSALS) &&
		(spare[0] || spare[1]) ->
		if
		:: stuck[leader]
		:: else -> deposals++
		fi;
		if
		:: spare[0] -> next = 0
		:: spare[1] -> next = 1
		fi;
		spare[next] = false;
		leader = next;
		next = 0 };
		kick()
	:: atomic { deposals < DEPOSALS -> deposals = DEPOSALS }
	od
}

init {
	byte i;

	atomic {
		spare[1] = true;
		run servicer(0);
		run servicer(1);
		for (i : 0 .. CLIENTS - 1) { run client(i) }
		run manager()
	}
}
