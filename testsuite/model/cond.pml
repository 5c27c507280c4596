/* SPDX-License-Identifier: MIT */
/*
 * cond.pml - condition variables: no signal is lost, and one may be destroyed as
 * soon as those who wait have been woken
 *
 * Abstracts:
 *	cond.c	rcl_fifo_wait(), await_signal(), give_up(), cancelled(), wake(),
 *		rcl_cond_signal(), rcl_cond_broadcast(), rcl_cond_destroy()
 * Each step has one access to memory that others write.  Waiter 0 has a time limit,
 * which is over at any time; waiter 1 is cancelled at any time, or not.  Each waits
 * for a token.  Somebody hands out one less with a signal each, or all at once with a
 * broadcast, then destroys the variable if nobody waits.
 * Leaves out: the sleep on the waiter's word, which is written once; mutexes of
 * pthread's; waits that a section asks for, which queue up in the same way.
 *
 * Memory is sequentially consistent: what a waiter and who destroys the variable
 * look for in each other is seq_cst, and the rest is under a guard.
 *
 * Checked: nobody touches the variable once it is destroyed; when nothing goes on,
 * nobody waits for a token that is there.  All else that waits is an invalid end
 * state.
 *
 * BUG_... seeds an error that the check must find.
 */
#ifndef WAITERS
#define WAITERS		3
#endif

bool alive = true;			/* the variable, and its memory: */
bool guard;
chan queue = [WAITERS] of { byte };

bool woken[WAITERS], looks[WAITERS];
bool held;				/* the mutex, which guards: */
byte tokens, returned;

inline lock()
{
	atomic { !held -> held = true }
}

inline unlock()
{
	held = false
}

/* Touches the variable while it waits, too. */
inline lock_guard()
{
	assert(alive);
	atomic { !guard -> assert(alive); guard = true }
}

inline unlock_guard()
{
	atomic { assert(alive); guard = false }
}

inline wake_first(who)
{
	if
	:: atomic { nempty(queue) -> queue?who };
		woken[who] = true
	:: atomic { empty(queue) -> skip }
	fi
}

/* Sets gone: whether it was not woken. */
inline give_up()
{
	if
	:: woken[me]
	:: else ->
		lock_guard();
		if
		:: woken[me]
		:: else -> atomic { queue??eval(me); gone = true }
		fi;
		unlock_guard()
	fi
}

proctype waiter(byte me)
{
	byte who;
	bool gone;

	lock();
	do
	:: atomic { tokens > 0 -> tokens--; break }
	:: atomic { tokens == 0 -> woken[me] = false; gone = false };
		lock_guard();
		queue!me;
		unlock_guard();
		unlock();
#ifdef BUG_LOOKS_LATE
		if
		:: woken[me] -> goto again
		:: else -> looks[me] = true
		fi;
#else
		looks[me] = true;
		if
		:: woken[me] -> goto leaves
		:: else
		fi;
#endif
end_sleeps:	if
		:: woken[me]
		:: me == 0 -> give_up()
		:: me == 1 ->
			give_up();
			if
			:: gone
			:: else ->
#ifndef BUG_SWALLOWED
				lock_guard();
				wake_first(who);
				unlock_guard()
#endif
			fi;
			looks[me] = false;
			lock();
			break
		fi;
leaves:		looks[me] = false;
again:		lock()
	od;
	returned++;
	unlock()
}

proctype ender()
{
	byte i, who;

	if
	:: true ->
		do
		:: i < WAITERS - 1 ->
			i++;
			lock();
			tokens++;
			lock_guard();
			wake_first(who);
			unlock_guard();
			unlock()
		:: else -> break
		od;
		lock();
		/* else somebody waits, or will */
		if
		:: len(queue) == 0 && returned == WAITERS
		:: else -> goto end
		fi
	:: true ->
		lock();
		tokens = WAITERS;
		lock_guard();
		do
		:: nempty(queue) -> wake_first(who)
		:: empty(queue) -> break
		od;
		unlock_guard()
	fi;
	lock_guard();			/* rcl_cond_destroy() */
	assert(empty(queue));
	unlock_guard();
#ifndef BUG_DESTROYED_AT_ONCE
	i = 0;
	do
	:: i < WAITERS -> !looks[i]; i++
	:: else -> break
	od;
#endif
	alive = false;
end:	unlock()
}

init {
	byte n;

	atomic {
		do
		:: n < WAITERS -> run waiter(n); n++
		:: else -> break
		od;
		run ender()
	}
	timeout;
	assert(tokens == 0 || empty(queue))
}
