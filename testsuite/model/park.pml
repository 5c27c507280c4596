/* SPDX-License-Identifier: MIT */
/*
 * park.pml - who sleeps is woken: leaders and clients, elections, owed wakes, the
 * manager
 *
 * Abstracts:
 *	server.c	rcl_flush_wakes(), owe_wake(), execute(), finish(), scan(),
 *			park(), unpark(), rcl_kick_parked(), lead(), leads(),
 *			rcl_servicer_main()
 *	remote.h	rcl_kick()
 *	remote.c	post()
 *	wait.c		rcl_await(), once it has done with spins and yields
 *	pool.c		rcl_depose(), rcl_await_election(), stand()
 *	watch.c		manager_main(), rcl_watchers_wake()
 * Each step has one access to memory that others write.  Client 1 has a section
 * run that waits until client 0 has made all its calls.  Leaders in a section
 * are deposed at some time, other leaders now and then, as long as the manager is
 * awake; it may sleep once it has seen that the leader is parked.
 * Leaves out: locks (every request can be served at once), how a request is
 * claimed (request.pml; here together with the look at it), which slots are looked
 * at (listing.pml; here all), timeouts, how spares retire, the sentinel, which sleeps
 * as the manager does.
 *
 * A futex is a word, and for each thread whether it sleeps there.  To wait is, in
 * one step, to compare the word and to sleep; to wake is to end that sleep.
 *
 * Memory is sequentially consistent, but for the plain stores of BUG_PLAIN_...:
 * such a store stays in its processor's buffer until that is emptied, which
 * happens at some time, or before the thread's next read-modify-write or system
 * call.
 *
 * Checked: all clients return; else there is an invalid end state.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifndef CALLS
#define CALLS		1	/* of client 0; client 1 makes one */
#endif
#ifndef SERVICERS
#define SERVICERS	2
#endif
#ifndef DEPOSALS
#define DEPOSALS	0	/* of leaders outside of sections */
#endif
#define CLIENTS		2
#define NOBODY		255

/* The clients' lines. */
bool posted[CLIENTS];			/* POSTED, or else DONE */
bool sleeping[CLIENTS];			/* SLEEPING, in the same word */
bool claimed[CLIENTS];
bool asleep[CLIENTS];			/* in the futex of the line's state */
byte returned;				/* calls of client 0 */

byte parked;				/* who, plus 1; or 0 */
bool manager_idle;
bool asleep_parked[SERVICERS];		/* in the futex of parked */

/* The pool. */
byte leader = NOBODY;
bool wanting = true;
bool spare[SERVICERS];
bool elected[SERVICERS];
bool inside[SERVICERS];			/* a section */

typedef wakes { bool to[CLIENTS] };
wakes owed[SERVICERS];

/* Store buffers. */
bool buffered_post[CLIENTS];
bool buffered_parked[SERVICERS];

inline drain_post(c)
{
	if
	:: buffered_post[c] -> buffered_post[c] = false; posted[c] = true
	:: else
	fi
}

inline drain_parked(s)
{
	if
	:: buffered_parked[s] -> buffered_parked[s] = false; parked = s + 1
	:: else
	fi
}

inline wake_parked()
{
	byte s;

	for (s : 0 .. SERVICERS - 1) {
		if
		:: asleep_parked[s] -> asleep_parked[s] = false
		:: else
		fi
	}
	s = 0
}

/* rcl_kick(), rcl_kick(); the load and the compare-and-swap are one step:
 * the latter can only fail. */
inline kick()
{
	if
	:: atomic { parked -> parked = 0 };
		atomic { wake_parked() }
	:: !parked
	fi
}

/* rcl_flush_wakes(), in one step: a wake that is a little late does no harm. */
inline flush(servicer)
{
	byte c;

	for (c : 0 .. CLIENTS - 1) {
		if
		:: owed[servicer].to[c] ->
			owed[servicer].to[c] = false;
			asleep[c] = false
		:: else
		fi
	}
	c = 0
}

proctype client(byte me)
{
	byte calls;

	do
	:: atomic { calls == CALLS || (me == 1 && calls == 1) -> break }
	:: else ->
#ifdef BUG_KICK_BEFORE_POST
		kick();
#endif
		atomic {	/* post() */
			calls++;
#ifdef BUG_PLAIN_POST
			buffered_post[me] = true
#else
			posted[me] = true
#endif
		}
#ifndef BUG_KICK_BEFORE_POST
		kick();
#endif
await:
		atomic {
			drain_post(me);
			if
			:: posted[me] -> sleeping[me] = true
			:: else -> goto done
			fi
		}
		atomic {
#ifndef BUG_WAIT_COMPARES_NOTHING
			if
			:: posted[me] && sleeping[me]
			:: else -> goto await
			fi;
#endif
			asleep[me] = true
		}
		atomic { !asleep[me] -> goto await }
done:
		if
		:: atomic { me == 0 -> returned++ }
		:: else
		fi
	od
}

proctype servicer(byte me)
{
	byte slot, stuck;
	bool any, parking, last, flag;		/* last: the scan in park() */

await_election:
	atomic {
		if
		:: wanting ->
			stuck = leader;
			leader = me;
			wanting = false
		:: else ->
			spare[me] = true;
			goto end_spare
		fi
	}
	atomic {
#ifndef BUG_NO_FLUSH_BY_NEWCOMER
		if
		:: stuck != NOBODY -> flush(stuck)
		:: else
		fi;
#endif
		stuck = 0
	}
	kick();
	goto lead;
end_spare:
	atomic { elected[me] -> elected[me] = false }
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
		:: slot < CLIENTS && posted[slot] && !claimed[slot] ->
			claimed[slot] = true
		:: else -> slot++; goto scan
		fi;
#ifndef BUG_RUN_PARKED
		if
		:: parking
		:: else -> goto section
		fi;
#else
		goto section;
#endif
		drain_parked(me);
		parking = false
	}
	kick();		/* unpark() */
	manager_idle = false;
section:
	inside[me] = true;
	atomic {
		slot == 0 || returned == CALLS ->
		inside[me] = false
	}
#ifdef BUG_DONE_DROPS_FLAG
	flag = sleeping[slot];
	atomic {
#else
	atomic {
		flag = sleeping[slot];
#endif
		posted[slot] = false;
		sleeping[slot] = false;
		claimed[slot] = false;
		any = true;
		if
		:: flag -> flag = false
		:: else -> goto served
		fi
	}
	atomic {
#ifndef BUG_WAKE_FORGOTTEN
		owed[me].to[slot] = true;
#endif
		if
		:: flush(me)		/* too many, or too old */
		:: true
		fi
	}
served:
	atomic {
		slot++;
		if
		:: leader == me -> goto scan
		:: else
		fi
	}
scanned:
	atomic {
		slot = 0;
		if
		:: any && last -> any = false; goto awake
		:: any && !last -> any = false; goto lead
		:: !any && last -> goto sleep
		:: else
		fi;
#ifndef BUG_NO_FLUSH_WHEN_IDLE
		flush(me)
#endif
	}
	atomic {	/* park() */
		last = true;
		parking = true;
#ifdef BUG_PLAIN_PARKED
		buffered_parked[me] = true;
#else
		parked = me + 1;
#endif
#ifdef BUG_NO_LAST_SCAN
		goto sleep
#else
		goto scan
#endif
	}
sleep:
	atomic {
		drain_parked(me);
		if
		:: leader == me
		:: else -> goto awake
		fi
	}
	atomic {
		if
		:: parked == me + 1 -> asleep_parked[me] = true
		:: else -> goto awake
		fi
	}
end_parked:
	atomic { !asleep_parked[me] -> goto sleep }
awake:
	atomic {
		drain_parked(me);
		parking = false;
		last = false
	}
#ifdef BUG_WATCHERS_WAKE_FIRST
	manager_idle = false;
#endif
	kick();		/* unpark() */
#if !defined(BUG_WATCHERS_WAKE_FIRST) && !defined(BUG_NO_WATCHERS_WAKE)
	manager_idle = false;
#endif
	goto lead;
deposed:
	atomic { flush(me) };
	kick();
	goto await_election
}

/* rcl_depose(), as long as it changes anything. */
proctype manager()
{
	byte deposals, old, new;

end:	do
	:: atomic { leader != NOBODY && (inside[leader] || deposals < DEPOSALS) &&
		(!wanting || spare[0] || spare[SERVICERS - 1] ||
		 owed[leader].to[0] || owed[leader].to[1]) ->
		if
		:: inside[leader]
		:: else -> deposals++
		fi;
		old = leader;
		if
		:: spare[0] -> new = 0
		:: spare[SERVICERS - 1] -> new = SERVICERS - 1
		:: else -> new = NOBODY; wanting = true
		fi;
		if
		:: new != NOBODY ->
			spare[new] = false;
			leader = new;
			wanting = false
		:: else
		fi };
		atomic {
#ifndef BUG_NO_FLUSH_BY_DEPOSER
			flush(old);
#endif
			old = 0
		};
		if
		:: atomic { new != NOBODY -> elected[new] = true; new = 0 };
			kick()
		:: atomic { else -> new = 0 }
		fi
	:: atomic { deposals < DEPOSALS -> deposals = DEPOSALS }
	:: parked -> manager_idle = true;
#ifndef BUG_MANAGER_LOOKS_ONCE
		if
		:: atomic { !parked -> manager_idle = false }
		:: parked
		fi;
#endif
end_idle:
		!manager_idle
	od
}

proctype memory()
{
	byte i;

end:	do
	:: atomic { buffered_post[0] -> drain_post(0) }
	:: atomic { buffered_post[1] -> drain_post(1) }
	:: atomic { buffered_parked[0] -> drain_parked(0) }
	:: atomic { buffered_parked[1] -> drain_parked(1) }
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. SERVICERS - 1) { run servicer(i) }
		for (i : 0 .. CLIENTS - 1) { run client(i) }
		run manager();
		run memory()
	}
}
