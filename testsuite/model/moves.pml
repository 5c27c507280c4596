/* SPDX-License-Identifier: MIT */
/*
 * moves.pml - a mutex that moves between two servers: its heir, and who sleeps
 *
 * Abstracts:
 *	remote.c	rcl_take(), rcl_take_or_queue(), rcl_give(), disinherit(),
 *			withdraw(), post(), request_lease(), remote_exec()
 *	server.c	serve(), take(), scan(), park()
 *	balance.c	move(), at any time
 * Each server has one servicing thread, which leads; a client posts at either
 * server, as the mutex moves.  Each step has one access to memory that others
 * write; a loop around a compare-and-swap is one step, and a kick is one with
 * what made the work.
 * Leaves out: how a request is claimed (request.pml; here together with the look at
 * it), elections, sleeping clients, attempts, detached requests.
 *
 * Asserted: the lock has one holder.  All clients return; else there is an invalid
 * end state.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifndef CLIENTS
#define CLIENTS		3
#endif
#ifndef CALLS
#define CALLS		1	/* of each client */
#endif
#define SERVERS		2
#define NONE		255

bool posted[CLIENTS];			/* by each client, */
byte at[CLIENTS];			/* at this server; */
bool claimed[CLIENTS];
bool leases[CLIENTS];			/* for a lease */

bool held;
byte heir = NONE;			/* the client, */
byte heir_at;				/* and the server */

bool parked[SERVERS];

byte holders;

inline hold()
{
	held = true;
	holders++;
	assert(holders == 1)
}

inline kick(server)
{
	parked[server] = false
}

/* rcl_give() */
inline give()
{
	holders--;
	held = false;
	if
#ifdef BUG_HEIR_WITHOUT_SERVER
	:: heir != NONE -> kick(number)
#else
	:: heir != NONE -> kick(heir_at)
#endif
	:: else
	fi
}

proctype client(byte me)
{
	byte calls, number;

	do
	:: atomic { calls == CALLS -> break }
	:: atomic { calls < CALLS ->
		calls++;
		if
		:: leases[me] = false; goto request
		:: leases[me] = true
		fi };
		atomic {
			if
			:: !held && heir == NONE -> hold(); goto have
			:: else
			fi
		}
request:
		atomic {	/* post() */
			if
			:: number = 0
			:: number = 1
			fi;
			at[me] = number;
			posted[me] = true;
			kick(number)
		}
		if
		:: atomic { !posted[me] && !leases[me] -> goto next }
		:: atomic { !posted[me] && leases[me] -> goto have }
		:: atomic { posted[me] && leases[me] && !claimed[me] ->
			posted[me] = false }	/* withdraw() */
		fi;
		atomic {	/* disinherit() */
#ifndef BUG_STAYS_HEIR
			if
			:: heir == me && heir_at == number ->
				heir = NONE;
				kick(number)
			:: else
			fi;
#endif
			goto next
		}
have:
		atomic { give() }
next:		skip
	od
}

proctype servicer(byte number)
{
	byte slot;
	bool any, behind, parking;

scan:
	atomic {
		if
		:: slot == CLIENTS -> goto scanned
		:: slot < CLIENTS && posted[slot] && at[slot] == number &&
		   !claimed[slot] -> claimed[slot] = true
		:: else -> slot++; goto scan
		fi
	}
	atomic {	/* rcl_take(), rcl_take_or_queue() */
		if
		:: !held && (heir == NONE ||
			     (heir == slot && heir_at == number)) ->
			heir = NONE;
			hold()
		:: else ->
			if
			:: heir == NONE -> heir = slot; heir_at = number
			:: heir != NONE && heir_at != number -> behind = true
			:: else
			fi;
			goto back
		fi
	}
	if
	:: atomic { leases[slot] -> goto done }
	:: atomic { !leases[slot] -> give() }
	fi;
done:
	atomic {
		claimed[slot] = false;
		posted[slot] = false;
		any = true;
		slot++;
		goto scan
	}
back:
	atomic { claimed[slot] = false; slot++; goto scan }
scanned:
	atomic {
		slot = 0;
#ifdef BUG_SLEEPS_BEHIND_ANOTHER
		behind = false;
#endif
		if
		:: parking && !any && !behind -> parking = false
		:: parking && (any || behind) ->
			parking = false;
			any = false;
			behind = false;
			kick(number);
			goto scan
		:: !parking && any -> any = false; behind = false; goto scan
		:: !parking && !any ->
			behind = false;
			parking = true;
			parked[number] = true;
			goto scan
		fi
	}
end_parked:
	atomic { !parked[number] -> goto scan }
}

init {
	byte i;

	atomic {
		run servicer(0);
		run servicer(1);
		for (i : 0 .. CLIENTS - 1) { run client(i) }
	}
}
