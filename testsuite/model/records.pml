/* SPDX-License-Identifier: MIT */
/*
 * records.pml - the requests of kind flat-combining: announced, posted, run,
 * told late; and the word, which the holder frees only if nothing is wanted
 *
 * Abstracts:
 *	flat_combining.c	fc_attempt(), fc_post(), asks(), see_to(), pass(),
 *				serve_list(), fc_release()
 *	combine.c		serve(), judge(), rcl_tell(), rcl_tell_late(),
 *				rcl_combine_request()
 *	combine.h		rcl_fill()
 * Each step has one access to memory that others write.  A record's fields but
 * the section are one.  A holder grants m to whom it likes instead of running
 * its section: whether it has done enough is left open.
 * Leaves out: how records get into the list and off it, which here has one of
 * each client, always; leases, which may be withdrawn; sleep; sections that give
 * m back meanwhile.
 *
 * Memory is sequentially consistent: what one writes before an access that
 * others may see is seen with it, by acquire and release.
 *
 * Checked: a section is run once, whole, and by nobody but the holder, for a
 * client that waits for it; all clients return, else there is an invalid end
 * state.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifndef CLIENTS
#define CLIENTS		3
#endif
#ifndef CALLS
#define CALLS		1	/* of each client */
#endif
#define NOBODY		CLIENTS

mtype = { IDLE, POSTING, POSTED, DONE, GRANTED };

bool held, wanted;			/* the word */

mtype state[CLIENTS] = IDLE;		/* the records */
bool section[CLIENTS];
byte fields[CLIENTS];			/* of which call */

byte current[CLIENTS];			/* the call that each client is at */
byte ran[CLIENTS];			/* the last one that has run */
byte inside;				/* sections that are being run */

inline begin(who, call)
{
	assert(inside == 0);
	assert(call == current[who]);
	assert(ran[who] == call - 1);
	inside++
}

inline finish(who)
{
	inside--;
	ran[who] = current[who]
}

inline tell_late()
{
	atomic {
		if
		:: late != NOBODY ->
			assert(state[late] == POSTED);
			state[late] = DONE;
			late = NOBODY
		:: else
		fi
	}
}

proctype client(byte me)
{
	byte node, late = NOBODY;
	bool asks, announced, was_held;
	mtype seen;

	do
	:: atomic { current[me] == CALLS -> break }
	:: atomic { current[me] < CALLS -> current[me]++;
		if	/* fc_attempt() */
		:: !held -> held = true; goto holds
		:: else
		fi
		};
		/* rcl_fill() */
		section[me] = true;
		fields[me] = current[me];
		/* announce() */
#ifndef BUG_UNANNOUNCED
		state[me] = POSTING;
#endif
		atomic { was_held = held; wanted = true };
		atomic {
			if	/* take_wanted() */
			:: !was_held && !held -> held = true; goto took
			:: else
			fi
		}
		state[me] = POSTED;
		atomic { state[me] == DONE || state[me] == GRANTED ->
			if
			:: state[me] == GRANTED -> goto holds
			:: else -> goto returns
			fi
		}
took:
		state[me] = IDLE;
holds:
		begin(me, current[me]);
		finish(me);
		atomic {	/* fc_release() */
			if
			:: !wanted -> held = false; goto returns
			:: else
			fi
		}
pass:
#ifndef BUG_LOOK_BEFORE_CLEAR
		wanted = false;
#endif
		atomic { node = 0; announced = false };
look:
#ifdef BUG_STATE_FIRST
		seen = state[node];
		asks = section[node];
#else
		asks = section[node];
		seen = state[node];
#endif
		atomic {
			announced = announced || seen == POSTING;
#ifdef BUG_LATE_AGAIN
			asks = seen == POSTED;
#endif
			if
			:: seen == POSTED && node != late && asks
			:: else -> goto next
			fi
		}
		tell_late();
		if
		:: true		/* serve() */
		:: goto grants
		fi;
#ifndef BUG_UNMARKED
		section[node] = false;
#endif
		begin(node, fields[node]);
		finish(node);
		late = node;
next:
		atomic {
			node++;
			if
			:: node < CLIENTS -> goto look
			:: else -> node = 0
			fi
		}
#ifdef BUG_LOOK_BEFORE_CLEAR
		wanted = false;
#endif
		if
		:: announced ->
#ifndef BUG_POSTING_FORGOTTEN
			wanted = true
#endif
		:: else
		fi;
		atomic {	/* free_unless_wanted() */
			if
			:: !wanted -> held = false
			:: else -> goto pass
			fi
		}
		tell_late();
		goto returns;
grants:
#ifndef BUG_GRANTED_UNWANTED
		wanted = true;
#endif
		state[node] = GRANTED;
returns:
		atomic {
			assert(ran[me] == current[me]);
			asks = false;
			announced = false;
			was_held = false;
			node = 0;
			seen = 0
		}
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. CLIENTS - 1) {
			run client(i)
		}
	}
}
