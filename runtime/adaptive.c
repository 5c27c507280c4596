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
 *	QUIET, SERVED	how to wait, see steer.c
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
 * How threads had better wait, steer.c tries.  What it finds is only advice: m is
 * held by its word, and whoever asks for it does so at the word, in every way; so
 * that nothing has to stop while the way changes.  While m is SERVED, sections are
 * first offered to its aide, which takes m for each by the word, like anybody.  A
 * request that the aide does not get to is taken back, and made in the other way.
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
#include "crowd.h"
#include "remote.h"

enum {
	HELD = 1,			/* of the word */
	TAKEN = 2,
	WAITED = RCL_WAITED,
	WATCHED = 8,
	FLAGS = RCL_LINE - 1,		/* mask of all such */

	NAPS = 4,			/* before a thread insists */
	FIRST_NAP_NS = 1000000,		/* each later one is twice as long */
	CALL_NS = 200000,		/* from one call to the next */
	TURNS = 64,			/* of a thread that wants m itself, until
					   it sleeps */
};

#define SLEEPERS	(~(RCL_SLEEPER - 1))	/* mask */
#define NODE		(RCL_SLEEPER - 1 - FLAGS) /* mask */

static const struct rcl_combiner adaptive;

static inline _Atomic(struct rcl_crowd *) *place_of_crowd(rcl_mutex_t *m)
{
	return (_Atomic(struct rcl_crowd *) *)(void *)&m->rcl_head;
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
static inline struct rcl_crowd *crowd_of(rcl_mutex_t *m)
{
	/* acquire: as it was when it was put there. */
	return atomic_load_explicit(place_of_crowd(m), memory_order_acquire);
}

/* Sees to it that m has a crowd. */
static struct rcl_crowd *gather(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_crowd *crowd = crowd_of(m), *mine;

	if (__builtin_expect(crowd != NULL, 1))
		return crowd;
	mine = (struct rcl_crowd *)(void *)rcl_node_get(self);
	*mine = (struct rcl_crowd){ .next_rest = RCL_LEAST_REST };
	/* acq_rel: both ways. */
	if (atomic_compare_exchange_strong_explicit(place_of_crowd(m), &crowd,
						    mine, memory_order_acq_rel,
						    memory_order_acquire))
		return mine;
	rcl_node_put(self, (struct rcl_node *)(void *)mine);
	return crowd;
}

/* Takes m, the word of which is not 0, if it is free and has none of the flags. */
static __attribute__((noinline)) bool take_watched(rcl_mutex_t *m,
						   uint64_t flags)
{
	uint64_t word;

	rcl_fetch(&m->rcl_tail);	/* the caller writes it in any case */
	/* relaxed: the compare-and-swap decides. */
	word = atomic_load_explicit(rcl_word_of(m), memory_order_relaxed);
	while (!(word & (flags | HELD)))
		/* acquire: what the last holder wrote. */
		if (atomic_compare_exchange_weak_explicit(
			    rcl_word_of(m), &word, word | HELD,
			    memory_order_acquire, memory_order_relaxed))
			return true;
	return false;
}

RCL_ALWAYS_INLINE bool attempt(rcl_mutex_t *m, uint64_t flags)
{
	uint64_t free = 0;

	/* acquire: as above. */
	return (rcl_left_of(m) == 0 &&
		atomic_compare_exchange_strong_explicit(
			rcl_word_of(m), &free, HELD, memory_order_acquire,
			memory_order_relaxed)) || take_watched(m, flags);
}

static bool adaptive_attempt(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	return attempt(m, 0);
}

/* For a section that may be offered to the aide of m. */
static bool attempt_unserved(struct rcl_thread *self, rcl_mutex_t *m)
{
	(void)self;
	return attempt(m, RCL_SERVED_WAY);
}

/*
 * The holder's part.
 */

/* Whether a sleeper is to be called. */
static bool is_due(struct rcl_crowd *crowd, uint64_t time)
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

/* Takes all requests from the word; or frees m and returns NULL if there is
 * none.  Requires that none is in the crowd. */
static struct rcl_node *take_posted(rcl_mutex_t *m)
{
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(rcl_word_of(m), memory_order_relaxed);

	/* acq_rel: requests; what the sections wrote. */
	while (!atomic_compare_exchange_weak_explicit(
		rcl_word_of(m), &word,
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
	struct rcl_crowd *crowd = crowd_of(m);
	/* relaxed, here and below: the holder's own flag. */
	bool taken = atomic_load_explicit(rcl_word_of(m), memory_order_relaxed) &
		     TAKEN;
	struct rcl_node *node = taken ? crowd->first : in_order(take_posted(m));

	if (!node)
		return NULL;
	/* The crowd is in another line, which one request does not need. */
	if (taken || next_of(node))
		crowd->first = next_of(node);
	if (taken != (next_of(node) != NULL))
		atomic_fetch_xor_explicit(rcl_word_of(m), TAKEN,
					  memory_order_relaxed);
	rcl_leave(m, rcl_left_of(m) > 1 ? rcl_left_of(m) - 1 : 1);
	return node;
}

/* Frees m, the flags of which are taken away, too, if there is no request;
 * returns whether. */
static bool free_unless_asked(rcl_mutex_t *m, uint64_t flags)
{
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(rcl_word_of(m), memory_order_relaxed);

	while (!(word & (NODE | TAKEN)))
		/* release: what the section wrote. */
		if (atomic_compare_exchange_weak_explicit(
			    rcl_word_of(m), &word, word & ~(flags | HELD),
			    memory_order_release, memory_order_relaxed))
			return true;
	return false;
}

/* The same where somebody has waited lately; the time is come to look. */
static void release_and_look(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_crowd *crowd = crowd_of(m);
	uint64_t time = rcl_crowd_look(m, crowd), flags = 0;
	/* relaxed: a hint. */
	bool calls = atomic_load_explicit(rcl_word_of(m), memory_order_relaxed) >=
			     RCL_SLEEPER && is_due(crowd, time);

	if (!rcl_crowd_watch(m, crowd, time)) {
		flags = WATCHED;
		rcl_leave(m, 0);
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
	unsigned int left = rcl_left_of(m);

	if (left <= 1) {
		release_and_look(self, m);
		return;
	}
	rcl_leave(m, left - 1);
	if (!free_unless_asked(m, 0))
		rcl_serve_queue(self, m, take_first);
}

static void adaptive_release(struct rcl_thread *self, rcl_mutex_t *m)
{
	uint64_t word = HELD;

	/* release: what the section wrote. */
	if (__builtin_expect(rcl_left_of(m) > 0 ||
				     !atomic_compare_exchange_strong_explicit(
					     rcl_word_of(m), &word, 0,
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
	struct rcl_crowd *crowd = gather(self, m);
	/* acquire: precedes the look at the word. */
	unsigned int calls = atomic_load_explicit(&crowd->calls,
						  memory_order_acquire);
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(rcl_word_of(m), memory_order_relaxed);
	uint64_t end = rcl_now() + ((uint64_t)FIRST_NAP_NS << naps);
	const struct timespec until = { (time_t)(end / 1000000000),
					(long)(end % 1000000000) };

	do {
		if (!(word & HELD) || (word & SLEEPERS) == SLEEPERS)
			return;
		/* acq_rel: whoever frees m after this finds it. */
	} while (!atomic_compare_exchange_weak_explicit(
		rcl_word_of(m), &word, (word | WATCHED | WAITED) + RCL_SLEEPER,
		memory_order_acq_rel, memory_order_relaxed));
	if (rcl_stats_on)
		rcl_count(m, RCL_NAPS);
	if (self->servicer)
		rcl_hand_over(self->servicer);
	rcl_futex_wait(&crowd->calls, calls, &until, CLOCK_MONOTONIC);
	/* relaxed: a number. */
	word = atomic_fetch_sub_explicit(rcl_word_of(m), RCL_SLEEPER,
					 memory_order_relaxed);
	/* relaxed, here and below: hints.  If nobody has been counted since the
	 * look that led to the call, others may sleep for nothing. */
	if (!(word & HELD) && rcl_left_of(m) == atomic_load_explicit(
				      &crowd->stride, memory_order_relaxed)) {
		atomic_store_explicit(&crowd->idle, true, memory_order_relaxed);
		rcl_leave(m, 1);
	}
}

/* Posts the request, or takes m and returns true if it is free. */
static bool take_or_post(rcl_mutex_t *m, struct rcl_node *node)
{
	/* relaxed: the compare-and-swap decides. */
	uint64_t word = atomic_load_explicit(rcl_word_of(m), memory_order_relaxed),
		 mine;

	do {
		link_to(node, node_in(word));
		mine = word & HELD ? (word & ~NODE) | (uintptr_t)node : word;
		/* acq_rel: the request; what the last holder wrote. */
	} while (!atomic_compare_exchange_weak_explicit(
		rcl_word_of(m), &word, mine | HELD | WATCHED | WAITED,
		memory_order_acq_rel, memory_order_relaxed));
	return !(word & HELD);
}

static struct rcl_node *adaptive_post(struct rcl_thread *self, rcl_mutex_t *m,
				      struct rcl_post *post)
{
	struct rcl_crowd *crowd = gather(self, m);
	struct rcl_node *node;

	if (post->section && rcl_way_of(m) == RCL_SERVED_WAY &&
	    post->offers <= post->naps && post->naps < NAPS) {
		post->offers = post->naps + 1;
		node = rcl_ask_aide(self, m, crowd, post);
		if (node)
			return node;
	}
	while (post->section && rcl_way_of(m) == RCL_QUIET_WAY && post->naps < NAPS) {
		nap(self, m, post->naps++);
		if (adaptive_attempt(self, m))
			return NULL;
	}
	node = rcl_node_get(self);
	/* relaxed: the word releases it. */
	atomic_store_explicit(&node->state, post->state | RCL_REVOCABLE,
			      memory_order_relaxed);
	rcl_fill(self, node, post);
	if (!take_or_post(m, node))
		return node;
	rcl_node_put(self, node);
	return NULL;
}

static inline bool is_at_aide(struct rcl_node *node)
{
	/* relaxed: the caller's own flag. */
	return atomic_load_explicit(&node->state, memory_order_relaxed) &
	       RCL_AT_AIDE;
}

static void adaptive_settle(struct rcl_thread *self, struct rcl_node *node)
{
	if (!is_at_aide(node))
		rcl_node_put(self, node);
}

/* Waits for the outcome of a request; false if it has been taken back, or is to be
 * posted anew. */
static bool adaptive_linger(struct rcl_thread *self, rcl_mutex_t *m,
			    struct rcl_node *node, struct rcl_post *post)
{
	if (is_at_aide(node))
		return rcl_aide_answers(self, node);
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
				    rcl_way_of(m) == RCL_QUIET_WAY ? 1 : TURNS, abstime);
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
	atomic_fetch_and_explicit(rcl_word_of(m), HELD, memory_order_relaxed);
	if (crowd_of(m))
		crowd_of(m)->first = NULL;
}

static void adaptive_destroy(rcl_mutex_t *m)
{
	struct rcl_crowd *crowd = crowd_of(m);

	if (crowd) {
		rcl_dismiss_aide(crowd);
		rcl_node_put(rcl_self(), (struct rcl_node *)(void *)crowd);
	}
	/* Its holders may go on to look at a crowd if it is WATCHED. */
	rcl_leave(m, 0);
	m->rcl_head = m->rcl_tail = NULL;
}

const struct rcl_lock rcl_adaptive_lock = {
	adaptive_attempt, adaptive_acquire, adaptive_release,
};

static const struct rcl_lock unserved = {
	attempt_unserved, adaptive_acquire, adaptive_release,
};

static const struct rcl_combiner adaptive = {
	.lock = { adaptive_attempt, adaptive_acquire, adaptive_release },
	.copies = true,
	.post = adaptive_post,
	.settle = adaptive_settle,
	.linger = adaptive_linger,
};

static int adaptive_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
			 size_t size, unsigned int how)
{
	struct rcl_thread *self = rcl_self();
	int result;

	if (rcl_owned_exec_fast(&unserved, self, m, section, ctx, how, &result))
		return result;
	if (rcl_way_of(m) == RCL_SERVED_WAY && !rcl_stays(self, m, how))
		return rcl_combine_request(&adaptive, self, m, section, ctx,
					   size, how);
	return rcl_combine_exec_slowly(&adaptive, self, m, section, ctx, size,
				       how);
}

RCL_OWNED_LEASES(rcl_adaptive_lock)
RCL_OWNED_OPS(rcl_adaptive_ops, "adaptive", adaptive_exec, rcl_nodes_start,
	      adaptive_forsake, adaptive_destroy);
