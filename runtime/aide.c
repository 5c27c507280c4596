/* SPDX-License-Identifier: MIT */
/*
 * aide.c - kind adaptive: threads of the library that run the sections of a busy
 * mutex, on processors that are spare; each of one mutex at a time.
 *
 * When to hire one is for steer.c to say.  It looks at its lines over and over.
 * Each client has one, by the number of its thread, on which it posts its request
 * together with the mutex.  The aide claims what it finds there, takes the mutex by
 * its word, runs the section, gives the mutex back, and tells the client.  So it is
 * one of those who compete for the mutex, and nothing depends on it.
 *
 * These are the states of a line (see combine.h), and who may move it:
 *
 *	IDLE, DONE -> POSTED + REVOCABLE	its client, having written the
 *			other fields
 *	- REVOCABLE	the aide: the line is claimed
 *	POSTED -> DONE	the aide, which has claimed it, with the outcome: none, KEPT,
 *			GRANTED, or CALLED if the mutex was not to be had
 *	POSTED + REVOCABLE -> IDLE	its client: it takes the request back
 *	+ SLEEPING	its client, in POSTED, when it has found that it is claimed
 *
 * Once and only once.  A request is run or taken back by who makes it lose
 * REVOCABLE, of which compare-and-swap chooses one.  The mutex is there while a
 * request for it is claimed, for its client uses it until it is told; so the aide
 * touches the mutex, and its crowd, only then, and tells the client when it has
 * given the mutex back.
 *
 * Nothing is lost.  A client waits for its line to be claimed only so long, then
 * takes the request back, and does without the aide.  So that may come and go, and
 * get stuck in a section, without a word to anybody.
 *
 * Whom an aide works for is its field crowd.  Who makes that its crowd has hired
 * the aide, from NULL; back to NULL moves it whoever dismisses the aide: the holder
 * of the mutex, who ends its life, or the aide itself.  The latter knows of the
 * crowd no more than its address; the mutex may have come to its end unnoticed.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "board.h"
#include "crowd.h"
#include "remote.h"

enum {
	AIDES = 8,
	PATIENCE = 320,			/* turns until a request is taken back */
	TURNS = 64,			/* of the aide, to get a mutex */
	ROUNDS = 16,			/* from one look at the clock to the next */
	IDLE_NS = 5000000,		/* until it leaves: more than a trial */
};

enum why { NEEDLESS, NEEDED };

static struct aide {
	_Alignas(RCL_LINE) _Atomic(struct rcl_crowd *) crowd;
	struct rcl_node *lines;		/* constant once it has a thread */
	_Atomic unsigned int top;	/* the highest number that has posted */
	_Atomic unsigned int hired;	/* futex: how often */
	_Atomic unsigned char why;	/* it has left; its own */
	bool started;			/* written by who hires it first */
	/* Private: */
	_Alignas(RCL_LINE) struct rcl_node *last; /* line that it has served */
	bool found;			/* a request since it looked at the clock, */
	unsigned int rounds;
	uint64_t since;			/* and when it did then */
} aides[AIDES];

static unsigned int most = AIDES;	/* constant after set_up(), both */
unsigned int rcl_restless;		/* looks until an aide is dismissed, for
					   tests; or 0 */

static __attribute__((constructor)) void set_up(void)
{
	const char *text = getenv("RCL_ADAPTIVE");
	unsigned long count, looks = 0;
	char *end;

	if (!text || !*text)
		return;
	count = strtoul(text, &end, 10);
	if (*end == ':' && isdigit((unsigned char)end[1]))
		looks = strtoul(end + 1, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || count > AIDES ||
	    looks > UINT16_MAX) {
		rcl_complain("RCL_ADAPTIVE is ignored: \"%s\" is not a number of "
			     "processors from 0 to %d", text, AIDES);
		return;
	}
	most = (unsigned int)count;
	rcl_restless = (unsigned int)looks;
}

/*
 * The aide.
 */

static inline struct rcl_crowd *crowd_of(struct aide *aide)
{
	/* acquire: pairs with who hires it. */
	return atomic_load_explicit(&aide->crowd, memory_order_acquire);
}

/* Ends its work for a crowd; returns whether it still did that. */
static bool part(struct aide *aide, struct rcl_crowd *crowd)
{
	/* acq_rel: to and from who hires it next. */
	return atomic_compare_exchange_strong_explicit(
		&aide->crowd, &crowd, NULL, memory_order_acq_rel,
		memory_order_relaxed);
}

static void leave(struct aide *me, struct rcl_crowd *crowd, enum why why)
{
	/* relaxed: for the statistics. */
	atomic_store_explicit(&me->why, (unsigned char)why,
			      memory_order_relaxed);
	part(me, crowd);
}

/* That several threads use m shows in their lines. */
static void note_client(struct aide *me, rcl_mutex_t *m, struct rcl_node *line)
{
	/* relaxed, both: a hint. */
	if (line != me->last &&
	    !(atomic_load_explicit(rcl_word_of(m), memory_order_relaxed) &
	      RCL_WAITED))
		atomic_fetch_or_explicit(rcl_word_of(m), RCL_WAITED,
					 memory_order_relaxed);
	me->last = line;
}

/* Does what a line asks for, if anything; returns whether it has. */
static bool answer(struct aide *me, struct rcl_batch *batch,
		   struct rcl_node *line)
{
	/* acquire: the other fields. */
	unsigned int outcome, state = atomic_load_explicit(
				      &line->state, memory_order_acquire);
	rcl_mutex_t *m;

	if ((state & RCL_PHASE) != RCL_POSTED || !(state & RCL_REVOCABLE) ||
	    !rcl_claim_node(line, state))
		return false;
	m = line->mutex;
	if (rcl_compete(&rcl_adaptive_lock, batch->self, m, TURNS, NULL)) {
		rcl_tell(batch, line, RCL_CALLED);
		return true;
	}
	note_client(me, m, line);
	batch->m = m;
	outcome = rcl_handle(batch, line, state & ~(unsigned int)RCL_REVOCABLE);
	if (outcome & (RCL_KEPT | RCL_GRANTED)) {
		rcl_tell(batch, line, outcome);
		rcl_wake_owed(batch);	/* it keeps the others waiting */
	} else {
		/* Its client may hold a later one, as rcl_depth says: so who
		 * asks for m meanwhile is granted it, and not served. */
		rcl_adaptive_lock.release(batch->self, m);
		rcl_tell(batch, line, outcome);
	}
	return true;
}

/* Looks at all lines once; returns whether there was anything to do. */
static bool look(struct aide *me, struct rcl_batch *batch)
{
	/* relaxed: who posts waits to be seen only so long. */
	unsigned int top = atomic_load_explicit(&me->top, memory_order_relaxed);
	bool found = false;

	for (unsigned int i = 0; i < top; i++)
		found |= answer(me, batch, &me->lines[i]);
	return found;
}

/* Whether to go on. */
static void reconsider(struct aide *me, struct rcl_crowd *crowd)
{
	uint64_t time = rcl_now();

	rcl_look_for_spare(time);
	if (rcl_is_crowded() && !rcl_restless)
		leave(me, crowd, NEEDED);
	else if (!me->found && time - me->since > IDLE_NS)
		leave(me, crowd, NEEDLESS);
	if (me->found)
		me->since = time;
	me->found = false;
}

/* Works until it is dismissed, or leaves. */
static void work(struct aide *me, struct rcl_thread *self)
{
	unsigned int turns = 0, generation = rcl_fork_generation();
	struct rcl_crowd *crowd;
	struct rcl_batch batch;

	me->since = rcl_now();
	rcl_batch_begin(&batch, self, NULL);
	batch.enough = RCL_NO_LIMIT;
	batch.event = RCL_BY_SERVER;
	while ((crowd = crowd_of(me))) {
		if (look(me, &batch)) {
			rcl_may_go_on(generation);
			me->found = true;
			turns = 0;
		} else {
			rcl_wake_owed(&batch);
			rcl_spin(&turns, NULL);
		}
		if (++me->rounds % ROUNDS == 0)
			reconsider(me, crowd);
	}
	rcl_batch_end(&batch);
}

static void *aide_main(void *aide)
{
	struct rcl_thread *self = rcl_self();
	struct aide *me = aide;
	unsigned int hired;

	pthread_setname_np(pthread_self(), "rcl-aide");
	rcl_confine(-1);
	for (;;) {
		/* acquire: precedes the look at the crowd. */
		hired = atomic_load_explicit(&me->hired, memory_order_acquire);
		work(me, self);
		rcl_futex_wait(&me->hired, hired, NULL, CLOCK_MONOTONIC);
	}
	return NULL;
}

/*
 * Who hires it.
 */

/* Sees to it that an aide has lines and a thread.  Requires that the caller is
 * about to hire it. */
static bool start(struct aide *aide)
{
	int error = errno;
	void *memory;

	if (!aide->lines) {
		memory = mmap(NULL, RCL_LINES * sizeof(struct rcl_node),
			      PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (memory == MAP_FAILED) {
			errno = error;
			return false;
		}
		aide->lines = memory;
	}
	if (!aide->started)
		aide->started = !rcl_create_thread(aide_main, aide);
	errno = error;
	return aide->started;
}

/* Finds an aide for a crowd; returns whether there is one. */
bool rcl_hire_aide(struct rcl_crowd *crowd)
{
	for (unsigned int i = 0; i < most; i++) {
		struct aide *aide = &aides[i];
		struct rcl_crowd *none = NULL;

		/* acq_rel: to the aide; what the last one has started. */
		if (crowd_of(aide) ||
		    !atomic_compare_exchange_strong_explicit(
			    &aide->crowd, &none, crowd, memory_order_acq_rel,
			    memory_order_relaxed))
			continue;
		if (!start(aide)) {
			part(aide, crowd);
			return false;
		}
		/* release, both: the above, to clients and to the aide. */
		atomic_store_explicit(&crowd->aide, (unsigned char)(i + 1),
				      memory_order_release);
		atomic_fetch_add_explicit(&aide->hired, 1, memory_order_release);
		rcl_futex_wake(&aide->hired, 1);
		return true;
	}
	return false;
}

/* The aide of a crowd, or one that it had; NULL if there is none. */
static struct aide *aide_of(struct rcl_crowd *crowd)
{
	/* acquire: its lines. */
	unsigned int number = atomic_load_explicit(&crowd->aide,
						   memory_order_acquire);

	return number ? &aides[number - 1] : NULL;
}

bool rcl_has_aide(struct rcl_crowd *crowd)
{
	struct aide *aide = aide_of(crowd);

	return aide && crowd_of(aide) == crowd;
}

/* Dismisses the aide of a crowd, if there is one.  Says why it had left, if it
 * had. */
const char *rcl_dismiss_aide(struct rcl_crowd *crowd)
{
	struct aide *aide = aide_of(crowd);

	if (!aide)
		return "dismissed";
	/* relaxed, both: only the holder, or who ends the mutex, is here. */
	atomic_store_explicit(&crowd->aide, 0, memory_order_relaxed);
	if (part(aide, crowd))
		return "dismissed";
	return atomic_load_explicit(&aide->why, memory_order_relaxed) == NEEDED ?
		       "processors needed" :
		       "nothing to do";
}

/*
 * Clients.
 */

/* Posts a request on the caller's line; NULL if there is no aide. */
struct rcl_node *rcl_ask_aide(struct rcl_thread *self, rcl_mutex_t *m,
			      struct rcl_crowd *crowd,
			      const struct rcl_post *post)
{
	struct aide *aide = aide_of(crowd);
	unsigned int number, top;
	struct rcl_node *line;

	if (!aide || crowd_of(aide) != crowd ||
	    !(number = rcl_thread_number(self)))
		return NULL;
	line = &aide->lines[number - 1];
	line->mutex = m;
	rcl_fill(self, line, post);
	/* release: the fields. */
	atomic_store_explicit(&line->state,
			      post->state | RCL_REVOCABLE | RCL_AT_AIDE,
			      memory_order_release);
	/* relaxed: as where it is read. */
	top = atomic_load_explicit(&aide->top, memory_order_relaxed);
	while (top < number && !atomic_compare_exchange_weak_explicit(
				       &aide->top, &top, number,
				       memory_order_relaxed,
				       memory_order_relaxed))
		;
	return line;
}

/* Waits for the outcome of a request; false if it has been taken back, or the
 * aide could not have the mutex. */
bool rcl_aide_answers(struct rcl_thread *self, struct rcl_node *line)
{
	unsigned int turns = 0;

	if (!rcl_await_briefly(self, &line->state)) {
		/* relaxed, here and below: rcl_await() acquires. */
		while (turns < PATIENCE &&
		       (atomic_load_explicit(&line->state,
					     memory_order_relaxed) &
			RCL_PHASE) != RCL_DONE)
			rcl_spin(&turns, NULL);
		if (rcl_withdraw(line))
			return false;
		rcl_await(self, &line->state, NULL);
	}
	return !(atomic_load_explicit(&line->state, memory_order_relaxed) &
		 RCL_CALLED);
}

/* In the child: there is no aide, and no client waits for one. */
void rcl_aides_after_fork(void)
{
	for (unsigned int i = 0; i < AIDES; i++) {
		struct rcl_node *lines = aides[i].lines;

		if (lines)	/* makes them 0 */
			madvise(lines, RCL_LINES * sizeof(*lines),
				MADV_DONTNEED);
		aides[i] = (struct aide){ .lines = lines };
	}
}
