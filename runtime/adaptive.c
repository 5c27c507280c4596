/* SPDX-License-Identifier: MIT */
/*
 * adaptive.c - kind adaptive: a lock that costs no more than a pthread mutex
 * while nobody waits, and under contention keeps as many threads active as make
 * it fastest, while the others sleep.
 *
 * rcl_tail	the word: who has m, who asks and who sleeps, in one
 *	HELD		m is held
 *	TAKEN		there are requests in the crowd that its holder has taken
 *	WAITED		somebody has waited since the holder looked last
 *	WATCHED		the same, but it lasts longer
 *	QUIET		how to wait, see below
 *	the node	posted last; each is linked to the one posted before it
 *	SLEEPER		times the threads that sleep for m
 * rcl_head	the crowd: what m needs only once threads wait for it
 * rcl_word	while the word is WATCHED, the sections until the holder looks at
 *		the clock, 1 at least; or else 0.  A hint, which anybody may write
 *
 * Requests are posted only while m is held.  The holder takes all of them at
 * once, puts them in order, and frees m only when none is left: so each is seen
 * to, and m is not freed before it is.  What becomes of a request, and when its
 * client is told, says combine.h.  Whoever is granted m, or keeps it, finds in
 * the crowd what the last holder had taken, and TAKEN in the word.
 *
 * There are two ways to wait.  In a crowd that COMBINES, a thread posts its
 * request and looks for about as long as that needs from one processor to
 * another and back; if it is in vain, the processor is better used by others, and
 * it takes its request back and sleeps.  In a QUIET crowd it sleeps at once, and
 * the data stay where they are: where a section is short beside the way from
 * processor to processor, and threads do little else, that is faster.  Which of
 * the two is, nobody can say beforehand; steer() tries.
 *
 * Sleepers are called one at a time by whoever frees m: one every CALL_NS, for
 * a call costs as much as a hundred sections; or at once, if the one called last
 * has found m free, and nobody had held it meanwhile.  A sleeper reads the number
 * of calls, then is counted in the word while that says HELD, and sleeps only
 * while that is still the number; so whoever frees m later finds it counted.  But
 * holders look only when it is time for a call, and the last of them may go
 * without one: therefore sleepers wake by themselves, too, later each time.
 *
 * Fairness is bounded.  Threads that come may overtake those that sleep, but who
 * has slept NAPS times, 15 ms in all at most, posts its request for good, and m
 * is not free again before that has been served: nobody who comes later overtakes
 * it, and of the requests that were posted before there is one a thread.
 */
#include "combine.h"

enum {
	HELD = 1,			/* of the word */
	TAKEN = 2,
	WAITED = 4,
	WATCHED = 8,
	QUIET = 16,
	FLAGS = RCL_LINE - 1,		/* mask of all such */

	NAPS = 4,			/* before a thread insists */
	FIRST_NAP_NS = 1000000,		/* each later one is twice as long */
	CALL_NS = 200000,		/* from one call to the next */
	TURNS = 64,			/* of a thread that wants m itself, until
					   it sleeps */
	LOOK_NS = 20000,		/* from one look at the clock to the next, */
	MOST_STRIDE = 1024,		/* and sections */
	WINDOW_NS = 2000000,		/* in which sections are counted */
	SETTLING_NS = 1000000,		/* until a way to wait shows */
	LEAST_REST = 16,		/* windows from one trial to the next, */
	MOST_REST = 256,		/* twice as many after each in vain, */
	STRANGE = 3,			/* or this many with another rate */
};

/* Linux gives no address above these 48 bits to who does not ask for it. */
#define SLEEPER		((uint64_t)1 << 48)
#define SLEEPERS	(~(SLEEPER - 1))	/* mask */
#define NODE		(SLEEPER - 1 - FLAGS)	/* mask */

enum phase { KNOWN, SETTLES, TRIED };

/* Lives in a node's memory, and so is never unmapped: to look at it late does no
 * harm.  All that is not atomic is the holder's; times are rcl_now()'s. */
struct crowd {
	_Alignas(RCL_LINE) struct rcl_node *first; /* of the requests taken */
	uint64_t called;		/* when a sleeper was called last */
	uint64_t looked;		/* at the clock last */
	uint64_t begun;			/* this window */
	_Atomic unsigned int calls;	/* futex: their number */
	_Atomic unsigned int stride;	/* with which the sections until the next
					   look began */
	unsigned int sections;		/* in this window until the last look */
	unsigned int rate;		/* sections a millisecond in the way that
					   is known */
	uint16_t rest;			/* windows until the next trial, */
	uint16_t next_rest;		/* and the one after that */
	unsigned char phase;
	unsigned char strange;		/* windows in a row with another rate */
	_Atomic bool idle;		/* the one called has found m free, and
					   as it was */
};
_Static_assert(sizeof(struct crowd) == sizeof(struct rcl_node),
	       "each lives in the memory of a node");

static const struct rcl_combiner adaptive;

static inline _Atomic uint64_t *word_of(rcl_mutex_t *m)
{
	return (_Atomic uint64_t *)(void *)&m->rcl_tail;
}

static inline _Atomic(struct crowd *) *place_of_crowd(rcl_mutex_t *m)
{
	return (_Atomic(struct crowd *) *)(void *)&m->rcl_head;
}

/* relaxed, both: a hint. */
static inline unsigned int left_of(rcl_mutex_t *m)
{
	return atomic_load_explicit(rcl_word(m), memory_order_relaxed);
}

static inline void leave(rcl_mutex_t *m, unsigned int left)
{
	atomic_store_explicit(rcl_word(m), left, memory_order_relaxed);
}

static inline struct rcl_node *node_in(uint64_t word)
{
	return (struct rcl_node *)(uintptr_t)(word & NODE);
}

static inline struct rcl_node *next_of(struct rcl_node *node)
{
	/* relaxed: the word has been acquired. */
	return atomic_load_explicit(&node->next, memory_order_relaxed);
}

static inline void link_to(struct rcl_node *node, struct rcl_node *next)
{
	/* relaxed: the word releases it. */
	atomic_store_explicit(&node->next, next, memory_order_relaxed);
}

/* The crowd of m, which has one. */
static inline struct crowd *crowd_of(rcl_mutex_t *m)
{
	/* acquire: as it was when it was put there. */
	return atomic_load_explicit(place_of_crowd(m), memory_order_acquire);
}

/* Sees to it that m has a crowd. */
static struct crowd *gather(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct crowd *crowd = crowd_of(m), *mine;

	if (__builtin_expect(crowd != NULL, 1))
		return crowd;
	mine = (struct crowd *)(void *)rcl_node_get(self);
	*mine = (struct crowd){ .next_rest = LEAST_REST };
	/* acq_rel: both ways. */
	if (atomic_compare_exchange_strong_explicit(place_of_crowd(m), &crowd,
						    mine, memory_order_acq_rel,
						    memory_order_acquire))
		return mine;
	rcl_node_put(self, (struct rcl_node *)(void *)mine);
	return crowd;
}

/* Takes m, the word of which is not 0, if it is free. */
static __attribute__((noinline)) bool take_watched(rcl_mutex_t *m)
{
	uint64_t word;

	rcl_fetch(&m->rcl_tail);	/* the caller writes it in any case */
	/* relaxed: the compare-and-swap decides. */
	word = atomic_load_explicit(word_of(m), memory_order_relaxed);
	while (!(word & HELD))
		/* acquire: what the last holder wrote. */
		if (atomic_compare_exchange_weak_explicit(
			    word_of(m), &word, word | HELD,
			    memory_order_acquire, memory_order_relaxed))
			return true;
	return false;
}

static bool adaptive_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	uint64_t free = 0;

	(void)self;
	/* acquire: as above. */
	return (left_of(m) == 0 &&
		atomic_compare_exchange_strong_explicit(
			word_of(m), &free, HELD, memory_order_acquire,
			memory_order_relaxed)) || take_watched(m);
}

/*
 * What the holder finds out, and decides.
 */

/* The threads that wait for m do so in the other way from now on. */
static void turn(rcl_mutex_t *m)
{
	/* relaxed: a hint. */
	atomic_fetch_xor_explicit(word_of(m), QUIET, memory_order_relaxed);
}

static inline bool is_quiet(rcl_mutex_t *m)
{
	/* relaxed: as above. */
	return atomic_load_explicit(word_of(m), memory_order_relaxed) & QUIET;
}

/* Begins a new window. */
static void begin(struct crowd *crowd, uint64_t time, enum phase phase)
{
	crowd->begun = time;
	crowd->sections = 0;
	crowd->phase = (unsigned char)phase;
}

/* Whether the last windows' rates say that the program does something else: one
 * window may be different because the holder had to wait for a processor. */
static bool is_another(struct crowd *crowd, unsigned int rate)
{
	unsigned int half = crowd->rate / 2;

	if (rate < half || rate > crowd->rate + half)
		return ++crowd->strange == STRANGE;
	crowd->strange = 0;
	return false;
}

/* Whether the way that has been tried is the better one.  To be QUIET is to leave
 * processors to others, and to keep threads waiting: a draw is not enough. */
static bool is_better(rcl_mutex_t *m, unsigned int rate, unsigned int known)
{
	return is_quiet(m) ? rate > known + known / 8 :
			     rate > known - known / 32;
}

/*
 * At the end of a window, in which so many sections a millisecond have run:
 * judges the way that has been tried, or tries the other one when it is time for
 * that, or when the program seems to do something else than before.
 */
static void steer(rcl_mutex_t *m, struct crowd *crowd, uint64_t time,
		  unsigned int rate)
{
	enum phase phase = KNOWN;

	if (crowd->phase == SETTLES) {
		phase = TRIED;
	} else if (crowd->phase == TRIED) {
		if (is_better(m, rate, crowd->rate)) {
			rcl_note_turn(m, is_quiet(m) ? "quiet" : "combining",
				      rate, crowd->rate);
			crowd->rate = rate;
			crowd->next_rest = LEAST_REST;
		} else {
			turn(m);
			if (crowd->next_rest < MOST_REST)
				crowd->next_rest *= 2;
		}
		crowd->rest = crowd->next_rest;
	} else if (crowd->rest-- == 0 || is_another(crowd, rate)) {
		crowd->rate = rate;
		crowd->strange = 0;
		turn(m);
		phase = SETTLES;
	} else if (!crowd->strange) {
		crowd->rate += ((int)rate - (int)crowd->rate) / 4;
	}
	begin(crowd, time, phase);
}

/* Looks at the clock, and says how many sections later the next look is due. */
static uint64_t look(rcl_mutex_t *m, struct crowd *crowd)
{
	/* relaxed, here and below: hints. */
	unsigned int stride = atomic_load_explicit(&crowd->stride,
						   memory_order_relaxed);
	unsigned int done = stride + 1 - left_of(m);
	uint64_t time = rcl_now();
	uint64_t fit = (uint64_t)done * LOOK_NS / (time - crowd->looked + 1);

	stride = fit < MOST_STRIDE ? (unsigned int)fit + 1 : MOST_STRIDE;
	crowd->looked = time;
	crowd->sections += done;
	atomic_store_explicit(&crowd->stride, stride, memory_order_relaxed);
	leave(m, stride);
	return time;
}

/* Sees what the time is and what has become of the crowd; returns whether anybody
 * has waited for m lately. */
static bool watch(rcl_mutex_t *m, struct crowd *crowd, uint64_t time)
{
	uint64_t took = time - crowd->begun;
	uint64_t word;
	bool waited;

	if (took < (crowd->phase == SETTLES ? SETTLING_NS : WINDOW_NS))
		return true;
	/* relaxed: a hint. */
	word = atomic_fetch_and_explicit(word_of(m), ~(uint64_t)WAITED,
					 memory_order_relaxed);
	waited = (word & WAITED) || word >= SLEEPER;
	if (!waited || took > 16 * WINDOW_NS) {
		crowd->rest = 1;
		begin(crowd, time, KNOWN);
	} else {
		steer(m, crowd, time,
		      (unsigned int)(crowd->sections * 1000000ull / took));
	}
	return waited;
}

/* Whether a sleeper is to be called. */
static bool is_due(struct crowd *crowd, uint64_t time)
{
	/* relaxed, here and below: hints. */
	bool idle = atomic_load_explicit(&crowd->idle, memory_order_relaxed);

	if (time - crowd->called < CALL_NS && !idle)
		return false;
	atomic_store_explicit(&crowd->idle, false, memory_order_relaxed);
	crowd->called = time;
	/* relaxed: who reads the new number has no need of this call. */
	atomic_fetch_add_explicit(&crowd->calls, 1, memory_order_relaxed);
	return true;
}

/*
 * The holder's part.
 */

/* Takes all requests from the word; or frees m and returns NULL if there is
 * none.  Requires that none is in the crowd. */
static struct rcl_node *take_posted(rcl_mutex_t *m)
{
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(word_of(m), memory_order_relaxed);

	/* acq_rel: requests; what the sections wrote. */
	while (!atomic_compare_exchange_weak_explicit(
		word_of(m), &word,
		word & NODE ? word & ~NODE : word & ~(uint64_t)HELD,
		memory_order_acq_rel, memory_order_relaxed))
		;
	return node_in(word);
}

/* Links requests, given the newest, in the order in which they were posted, and
 * returns the oldest. */
static struct rcl_node *in_order(struct rcl_node *node)
{
	struct rcl_node *oldest = NULL, *before;

	for (; node; node = before) {
		rcl_fetch(node);
		before = next_of(node);
		link_to(node, oldest);
		oldest = node;
	}
	return oldest;
}

static struct rcl_node *take_first(struct rcl_batch *batch)
{
	rcl_mutex_t *m = batch->m;
	struct crowd *crowd = crowd_of(m);
	/* relaxed, here and below: the holder's own flag. */
	bool taken = atomic_load_explicit(word_of(m), memory_order_relaxed) &
		     TAKEN;
	struct rcl_node *node = taken ? crowd->first : in_order(take_posted(m));

	if (!node)
		return NULL;
	/* The crowd is in another line, which one request does not need. */
	if (taken || next_of(node))
		crowd->first = next_of(node);
	if (taken != (next_of(node) != NULL))
		atomic_fetch_xor_explicit(word_of(m), TAKEN,
					  memory_order_relaxed);
	leave(m, left_of(m) > 1 ? left_of(m) - 1 : 1);
	return node;
}

/* Frees m, the flags of which are taken away, too, if there is no request;
 * returns whether. */
static bool free_unless_asked(rcl_mutex_t *m, uint64_t flags)
{
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(word_of(m), memory_order_relaxed);

	while (!(word & (NODE | TAKEN)))
		/* release: what the section wrote. */
		if (atomic_compare_exchange_weak_explicit(
			    word_of(m), &word, word & ~(flags | HELD),
			    memory_order_release, memory_order_relaxed))
			return true;
	return false;
}

/* The same where somebody has waited lately; the time is come to look. */
static void release_and_look(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct crowd *crowd = crowd_of(m);
	uint64_t time = look(m, crowd), flags = 0;
	/* relaxed: a hint. */
	bool calls = atomic_load_explicit(word_of(m), memory_order_relaxed) >=
			     SLEEPER && is_due(crowd, time);

	if (!watch(m, crowd, time)) {
		flags = WATCHED | QUIET;
		leave(m, 0);
	}
	if (!free_unless_asked(m, flags))
		rcl_serve_queue(self, m, take_first);
	if (calls)
		rcl_futex_wake(&crowd->calls, 1);
}

/* The release of m that somebody waits for, or has waited for lately. */
static __attribute__((noinline)) void release_watched(struct rcl_thread *self,
						      rcl_mutex_t *m)
{
	unsigned int left = left_of(m);

	if (left <= 1) {
		release_and_look(self, m);
		return;
	}
	leave(m, left - 1);
	if (!free_unless_asked(m, 0))
		rcl_serve_queue(self, m, take_first);
}

static void adaptive_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	uint64_t word = HELD;

	/* release: what the section wrote. */
	if (__builtin_expect(left_of(m) > 0 ||
				     !atomic_compare_exchange_strong_explicit(
					     word_of(m), &word, 0,
					     memory_order_release,
					     memory_order_relaxed), 0))
		release_watched(self, m);
}

/*
 * The client's part.
 */

/* Sleeps until called, or until some time is over, unless m is free. */
static void nap(struct rcl_thread *self, rcl_mutex_t *m, unsigned int naps)
{
	struct crowd *crowd = gather(self, m);
	/* acquire: precedes the look at the word. */
	unsigned int calls = atomic_load_explicit(&crowd->calls,
						  memory_order_acquire);
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(word_of(m), memory_order_relaxed);
	uint64_t end = rcl_now() + ((uint64_t)FIRST_NAP_NS << naps);
	const struct timespec until = { (time_t)(end / 1000000000),
					(long)(end % 1000000000) };

	do {
		if (!(word & HELD) || (word & SLEEPERS) == SLEEPERS)
			return;
		/* acq_rel: whoever frees m after this finds it. */
	} while (!atomic_compare_exchange_weak_explicit(
		word_of(m), &word, (word | WATCHED | WAITED) + SLEEPER,
		memory_order_acq_rel, memory_order_relaxed));
	if (rcl_stats_on)
		rcl_count(m, RCL_NAPS);
	if (self->servicer)
		rcl_hand_over(self->servicer);
	rcl_futex_wait(&crowd->calls, calls, &until, CLOCK_MONOTONIC);
	/* relaxed: a number. */
	word = atomic_fetch_sub_explicit(word_of(m), SLEEPER,
					 memory_order_relaxed);
	/* relaxed, here and below: hints.  If nobody has been counted since the
	 * look that led to the call, others may sleep for nothing. */
	if (!(word & HELD) && left_of(m) == atomic_load_explicit(
				      &crowd->stride, memory_order_relaxed)) {
		atomic_store_explicit(&crowd->idle, true, memory_order_relaxed);
		leave(m, 1);
	}
}

/* Posts the request, or takes m and returns true if it is free. */
static bool take_or_post(rcl_mutex_t *m, struct rcl_node *node)
{
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(word_of(m), memory_order_relaxed),
		 mine;

	do {
		link_to(node, node_in(word));
		mine = word & HELD ? (word & ~NODE) | (uintptr_t)node : word;
		/* acq_rel: the request; what the last holder wrote. */
	} while (!atomic_compare_exchange_weak_explicit(
		word_of(m), &word, mine | HELD | WATCHED | WAITED,
		memory_order_acq_rel, memory_order_relaxed));
	return !(word & HELD);
}

static struct rcl_node *adaptive_post(struct rcl_thread *self, rcl_mutex_t *m,
				      struct rcl_post *post)
{
	struct rcl_node *node;

	gather(self, m);
	while (post->section && is_quiet(m) && post->naps < NAPS) {
		nap(self, m, post->naps++);
		if (adaptive_attempt(self, m))
			return NULL;
	}
	node = rcl_node_get(self);
	/* relaxed: the word releases it. */
	atomic_store_explicit(&node->state,
			      post->state | (post->section ? RCL_REVOCABLE : 0),
			      memory_order_relaxed);
	rcl_fill(self, node, post);
	if (!take_or_post(m, node))
		return node;
	rcl_node_put(self, node);
	return NULL;
}

/* Waits for the outcome of a request; false if it has been taken back. */
static bool adaptive_linger(struct rcl_thread *self, rcl_mutex_t *m,
			    struct rcl_node *node, struct rcl_post *post)
{
	if (post->naps < NAPS && !rcl_await_briefly(self, &node->state) &&
	    rcl_withdraw(node)) {
		nap(self, m, post->naps++);
		return false;
	}
	rcl_await(self, &node->state, NULL);
	return true;
}

static int adaptive_acquire(struct rcl_thread *self, rcl_mutex_t *m,
			    const struct timespec *abstime)
{
	int error;

	rcl_wait_for(self, m);
	for (unsigned int naps = 0; naps < NAPS; naps++) {
		error = rcl_compete(&adaptive.lock, self, m,
				    is_quiet(m) ? 1 : TURNS, abstime);
		if (error != EBUSY) {
			rcl_wait_for(self, NULL);
			return error;
		}
		nap(self, m, naps);
	}
	return rcl_combine_acquire(&adaptive, self, m, abstime);
}

static void adaptive_forsake(rcl_mutex_t *m)
{
	/* relaxed: there is one thread. */
	atomic_fetch_and_explicit(word_of(m), HELD, memory_order_relaxed);
	if (crowd_of(m))
		crowd_of(m)->first = NULL;
}

static void adaptive_destroy(rcl_mutex_t *m)
{
	if (m->rcl_head)
		rcl_node_put(rcl_self(), m->rcl_head);
	m->rcl_head = NULL;
}

static const struct rcl_combiner adaptive = {
	.lock = { adaptive_attempt, adaptive_acquire, adaptive_release },
	.copies = true,
	.post = adaptive_post,
	.settle = rcl_node_put,
	.linger = adaptive_linger,
};

RCL_COMBINING_KIND(rcl_adaptive_ops, "adaptive", adaptive, adaptive_forsake,
		   adaptive_destroy);
